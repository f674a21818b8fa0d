/// Formulas as they are found in lecture notes and reference manuals.
enum SampleFormulas {
    /// Formulas of analysis, linear algebra, probability, physics, chemistry, logic and computer
    /// science.
    static let lectureNotes = #"""
        \lim_{n\to\infty} \left(1 + \frac{1}{n}\right)^n = e
        \int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
        \forall \varepsilon > 0\ \exists \delta > 0 : |x - x_0| < \delta \implies |f(x) - f(x_0)| \#
        < \varepsilon
        f'(x) = \lim_{h \to 0} \frac{f(x+h) - f(x)}{h}
        \sum_{k=0}^{\infty} \frac{x^k}{k!} = e^x
        \frac{\partial^2 u}{\partial t^2} = c^2 \nabla^2 u
        \oint_{\partial D} P\,dx + Q\,dy = \iint_D \left( \frac{\partial Q}{\partial x} - \#
        \frac{\partial P}{\partial y} \right) dx\,dy
        \left. \frac{dy}{dx} \right|_{x=0} = \tfrac12
        \limsup_{n\to\infty} \sqrt[n]{|a_n|} = \frac1R
        f(x) = \sum_{n=0}^\infty \frac{f^{(n)}(a)}{n!} (x-a)^n
        \|x + y\| \le \|x\| + \|y\|
        A = \begin{pmatrix} a_{11} & \cdots & a_{1n} \\ \vdots & \ddots & \vdots \\ a_{m1} & \#
        \cdots & a_{mn} \end{pmatrix}
        \det(A - \lambda I) = \begin{vmatrix} a - \lambda & b \\ c & d - \lambda \end{vmatrix} = 0
        \left[\begin{array}{cc|c} 1 & 2 & 3 \\ 0 & 1 & -1 \end{array}\right]
        \mathbf{A}\vec{x} = \vec{b}, \quad \vec{x} \in \mathbb{R}^n
        \langle u, v \rangle = \sum_{i=1}^n u_i \overline{v_i}
        \operatorname{rank}(A) + \dim\ker A = n
        A^{-1} = \frac{1}{ad - bc} \begin{bmatrix} d & -b \\ -c & a \end{bmatrix}
        V = U \oplus U^\perp
        A = Q \Lambda Q^{\mathsf{T}}, \qquad \Lambda = \operatorname{diag}(\lambda_1, \ldots, \#
        \lambda_n)
        P(A \mid B) = \frac{P(B \mid A)\,P(A)}{P(B)}
        X \sim \mathcal{N}(\mu, \sigma^2)
        \mathbb{E}[X] = \int_{-\infty}^{\infty} x f_X(x)\,\mathrm{d}x
        \operatorname{Var}(X) = \mathbb{E}\bigl[(X - \mathbb{E}[X])^2\bigr]
        P(X = k) = \binom{n}{k} p^k (1-p)^{n-k}
        \bar{X}_n \xrightarrow{\text{a.s.}} \mu
        \hat{\theta} = \operatorname*{arg\,max}_{\theta \in \Theta} \prod_{i=1}^n f(x_i; \theta)
        \Pr\left(\bigcup_{i} A_i\right) \leq \sum_i \Pr(A_i)
        \frac{1}{\sigma\sqrt{2\pi}} \exp\left(-\frac{(x-\mu)^2}{2\sigma^2}\right)
        E = mc^2
        i\hbar \frac{\partial}{\partial t} \Psi(\mathbf{r}, t) = \hat{H} \Psi(\mathbf{r}, t)
        \nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}
        \begin{aligned} \nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} \\ \nabla \cdot \#
        \mathbf{B} &= 0 \end{aligned}
        F = G \frac{m_1 m_2}{r^2} = 6.674 \times 10^{-11}\,\mathrm{\frac{N\,m^2}{kg^2}} \cdot \dots
        \langle \psi | \hat{A} | \psi \rangle
        \ddot{x} + 2\gamma\dot{x} + \omega_0^2 x = 0
        R_{\mu\nu} - \tfrac{1}{2} R g_{\mu\nu} + \Lambda g_{\mu\nu} = \frac{8\pi G}{c^4} T_{\mu\nu}
        \Delta S \ge \int \frac{\delta Q}{T}
        v = 12.5\,\mathrm{m/s}, \quad T = 20\,^\circ\mathrm{C}
        \mathcal{L} = \tfrac12 m \dot{q}^2 - V(q), \quad \frac{d}{dt}\frac{\partial \mathcal \#
        L}{\partial \dot q} = \frac{\partial \mathcal L}{\partial q}
        \mathrm{2\,H_2 + O_2 \longrightarrow 2\,H_2O}
        \mathrm{CH_3COOH \rightleftharpoons CH_3COO^- + H^+}
        K_a = \frac{[\mathrm{H}^+][\mathrm{A}^-]}{[\mathrm{HA}]}
        \mathrm{pH} = -\log_{10} [\mathrm{H_3O^+}]
        \neg (p \land q) \iff \neg p \lor \neg q
        \frac{\Gamma \vdash A \quad \Gamma \vdash B}{\Gamma \vdash A \wedge B}
        A \setminus B = \{ x \in A \mid x \notin B \}
        \mathcal{P}(S) = \{ T : T \subseteq S \},\quad |\mathcal{P}(S)| = 2^{|S|}
        \overline{A \cup B} = \overline{A} \cap \overline{B}, \quad \aleph_0 < 2^{\aleph_0}
        T(n) = 2\,T\!\left(\frac{n}{2}\right) + \mathcal{O}(n \log n)
        f(n) = \begin{cases} n/2 & \text{if $n$ is even} \\ 3n+1 & \text{otherwise} \end{cases}
        a \equiv b \pmod{n}, \quad a \bmod n
        \underbrace{1 + 2 + \dots + n}_{n \text{ terms}} = \frac{n(n+1)}{2}
        \sum_{\substack{0 \le i \le m \\ 0 < j < n}} P(i, j)
        \boxed{e^{i\pi} + 1 = 0} \tag{1}
        x_{1,2} = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
        \cfrac{1}{1 + \cfrac{1}{1 + \cfrac{1}{x}}}
        \widehat{f * g} = \hat f \cdot \hat g, \quad \widetilde{abc}, \quad \overrightarrow{AB}
        \frac{\cancel{a}\, b}{\cancel{a}\, c} = \frac bc
        \begin{align} (a+b)^2 &= a^2 + 2ab + b^2 & c &= 1 \\ &\le 2(a^2+b^2) & d &= 22 \end{align}
        {n \choose k} = {n! \over k!\,(n-k)!}, \quad \lfloor x \rfloor \ne \lceil x \rceil
        \left\{ x \;\middle|\; \sum_{i} x_i \stackrel{\text{def}}{=} 1 \right\} \overset{!}{=} \#
        \varnothing
        """#.split(separator: "\n").map { String($0) }

    /// Formulas that use most commands.
    static let commands = ##"""
        a = -b, \quad a - b, \quad a \cdot (-1), \quad (+1), \quad x^{-1}, \quad \pm 1
        \sin x + 2\cos 2x + \log_2 n \sin^2 \theta\, \tan(x)
        f'_n(x), f''(x), f'^2, x'_1, f^\prime, 90^\circ, \sum' a
        := \ne \not\in \not= \not\subset \not\exists
        \mathbb{R}\mathbb{N}\mathbb{Z}\mathbb{1} \mathcal{ABL} \mathscr{L} \mathfrak{gR} \##
        \mathsf{sans} \mathtt{mono} \mathit{diff} \mathbf{x}\boldsymbol{\alpha}\bm{xA} \##
        \mathbf{\Gamma}
        \mathbf{x} + \mathrm{const} \text{ and } \textbf{für } \textit{words} \texttt{code} \##
        \mbox{ a $\frac12$ b}
        \big( \Big( \bigg( \Bigg( x \Bigg) \bigg) \Big) \big) \bigl| x \bigr| \Bigm| \big/
        \overbrace{a + b + c}^{3} \underline{abc} \overline{z} \overset{?}{=} \underset{x}{\to} \##
        \overleftarrow{AB}
        \bar{x}\; \bar X\; \dot{X}\; \ddot{Y}\; \vec{v}\; \hat{H}\; \tilde{A}\; \widehat{xyz}\; \##
        \widetilde{xyz}\; \check{s}\; \breve{u}\; \mathring{A}\; \acute{e}\; \dddot{x}
        \begin{array}{|l|c|r|} a & b & c \\ 100 & 200 & 300 \\ \end{array}
        \begin{gathered} a + b = c \\ d = e + f + g \end{gathered} \qquad \begin{rcases} a \\ b \##
        \end{rcases} = c
        \bigl(\begin{smallmatrix} a & b \\ c & d \end{smallmatrix}\bigr) \begin{Bmatrix} 1 \\ 2 \##
        \end{Bmatrix} \begin{Vmatrix} 1 & 2 \end{Vmatrix}
        a \xleftarrow{f} b \xrightarrow[\text{below}]{\text{above long}} c \xRightarrow{} d
        \phantom{xxx} a \boxed{\frac ab} \cancel{xyz}
        \int\limits_a^b f \int\nolimits_a^b \sum\nolimits_{i} \sum\limits_{i} \textstyle \##
        \sum_{i=1}^n \displaystyle \sum_{i=1}^n
        1{,}000.5 + 3,14 + .5 + 12.
        \lvert x \rvert \lVert x \rVert \left\lVert \frac xy \right\rVert \left\lfloor \frac xy \##
        \right\rfloor \left\langle a \middle| b \right\rangle
        a! \, b? \, a/b \, a|b \, a \mid b \, a:b \, a\colon b \, a \parallel b \, x \to y \mapsto z
        \iint \iiint \oint \prod_i \coprod \bigcap_{i} \bigoplus_{i}^{n} \biguplus
        x_1, \ldots, x_n, \quad x_1 + \dots + x_n, \quad x_1 \cdots x_n, \vdots \ddots
        ü + Größe + 变量 + α + ∑_{i} ≤ ∞ → 🙂
        \hbar \ell \Re \Im \aleph \wp \imath \jmath \nabla \partial \degree \angle \triangle \##
        \top \bot \therefore \because
        a \bmod b \pmod{p} \frac{a \over b}{c} {a \atop b} \stackrel{*}{\to}
        \operatorname{sgn} x \operatorname*{ess\,sup}_{x \in A} f \operatorname*{Res}\limits_{z=0} f
        \left( x \right) \left[ 0, 1 \right) \left. x \right| f\left(x^2\right) \left(\sum_i \##
        a_i\right)
        \begin{align*} f(x) &= (x+1)^2 \tag{2} \\[4pt] &= x^2 + 2x + 1 \nonumber \\ &\quad + y \##
        \end{align*}
        \begin{cases} \frac12 & x < 0 \\ \sum_{i} & x \geq 0 \end{cases} \begin{dcases} \frac12 \##
        & x < 0 \end{dcases}
        \sqrt{\frac{a}{b}} \sqrt[3]{x} \sqrt x \sqrt{1 + \sqrt{1 + \sqrt{1+x}}}
        a \implies b \iff c \impliedby d \Rightarrow e \Leftrightarrow f
        \% \$ \& \# \_ \{ \} \| \backslash \S \dagger A^\dagger a \dagger b
        """##.split(separator: "\n").map { String($0) }
}
