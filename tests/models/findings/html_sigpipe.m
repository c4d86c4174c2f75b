-- The model of the report whose reader goes away (tests/cli/test_html.sh).
-- states 4
-- 1 holds
-- 2 fails
-- 3 holds
var x: 0..3;
startstate x := 0; end;
rule "a" x := (x + 1) % 4; end;
invariant "good" x < 4;
invariant "bad" x < 2;
