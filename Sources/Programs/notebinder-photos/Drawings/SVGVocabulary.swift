/// The elements and attributes that the copy of a drawing may contain; everything else is removed.
///
/// They draw, move and style shapes and text (SVG 2, appendices F and G). Images, which have
/// metadata of their own, foreign content, scripts and descriptions are not among them. The names
/// are in lower case.
enum SVGVocabulary {
    static let elements = names(
        """
        svg g a defs symbol use switch view style
        path rect circle ellipse line polyline polygon text tspan textpath
        lineargradient radialgradient stop pattern clippath mask marker filter
        feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting
        fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr
        fegaussianblur femerge femergenode femorphology feoffset fepointlight fespecularlighting
        fespotlight fetile feturbulence
        animate animatemotion animatetransform mpath set
        """)

    static let attributes = names(
        """
        id class style lang xml:lang xml:space version baseprofile media type
        systemlanguage requiredfeatures requiredextensions
        x y z width height cx cy r rx ry x1 y1 x2 y2 dx dy d points pathlength viewbox
        preserveaspectratio transform transform-origin rotate textlength lengthadjust startoffset
        method spacing side
        gradientunits gradienttransform spreadmethod offset fx fy fr patternunits
        patterncontentunits patterntransform clippathunits maskunits maskcontentunits
        markerwidth markerheight markerunits refx refy orient filterunits primitiveunits
        in in2 result mode operator k1 k2 k3 k4 values tablevalues slope intercept amplitude exponent
        stddeviation surfacescale diffuseconstant specularconstant specularexponent
        kernelunitlength kernelmatrix order targetx targety edgemode divisor bias preservealpha
        scale xchannelselector ychannelselector seed basefrequency numoctaves stitchtiles radius
        azimuth elevation limitingconeangle pointsatx pointsaty pointsatz
        attributename attributetype from to by begin dur end min max restart repeatcount repeatdur
        keytimes keysplines keypoints calcmode additive accumulate path
        alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
        color-interpolation-filters color-rendering direction display dominant-baseline fill
        fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
        font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation
        kerning letter-spacing lighting-color marker marker-end marker-mid marker-start mask
        mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-rendering
        stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
        stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
        text-overflow text-rendering unicode-bidi vector-effect visibility white-space word-spacing
        writing-mode glyph-orientation-horizontal glyph-orientation-vertical
        """)

    private static func names(_ list: String) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
