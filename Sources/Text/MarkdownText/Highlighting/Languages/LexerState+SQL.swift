extension LexerState {
    static let sql = LexerState(
        words: """
            @values true false null
            @keywords add all alter analyze and any as asc autoincrement begin between by cascade
            case cast check collate column commit conflict constraint create cross current
            current_date current_time current_timestamp cursor database declare default deferrable
            delete desc distinct do drop each else elsif end escape except exec exists explain fetch
            filter following for foreign from full function generated glob grant group having if
            ignore ilike immediate in index inner insert intersect into is isnull join key language
            lateral left like limit loop materialized merge natural not nothing notnull nulls of
            offset on only or order outer over partition pragma preceding primary procedure raise
            range recursive references rename replace restrict return returning returns revoke right
            rollback row rows savepoint select set some table temp temporary then to transaction
            trigger truncate unbounded union unique update using vacuum values view virtual when
            where while window with without
            @types bigint binary bit blob bool boolean bytea char character clob date datetime
            decimal double float int integer interval json jsonb money numeric real serial smallint
            text time timestamp timestamptz tinyint uuid varbinary varchar varying
            """, ignoresCase: true,
        [
            .line("--"), .starBlock, .string("(?i:e)'", to: "'", isOnOneLine: false),
            .string("(?i:[nbx])?'", to: "'", escape: "''", isOnOneLine: false),
            .string(#"""#, escape: #""""#, isOnOneLine: false),
            .string("`", escape: nil, isOnOneLine: false),
            LexerRule(#"@@?\w+|\$\w+|(?<![\w:)\]]):\w+"#, .variable), .number(), .word,
        ])
}
