-- if, elsif, switch over enumerations and numbers, and what happens where no case fits.
-- states 15
-- 1 holds
-- 2 holds
-- 3 holds
type color: enum {red, green, blue};
var c: color; n: 0..4;
startstate c := red; n := 0; end;
rule "paint" begin switch c case red: c := green; case green, blue: c := red; end; end;
rule "blue" n = 3 ==> c := blue; end;
rule "number" begin
  switch n case 0, 1: n := n + 1; case 2: n := 3; else n := 0; end;
end;
rule "nothing fits" begin switch n case 0: n := 4; end; end;
rule "by if" begin if n = 4 then n := 1; elsif n = 3 then c := red; else n := n; end; end;
invariant "a color comes with any number" c = blue -> n >= 0;
cover "blue and four" c = blue & n = 4;
