-- Parallel odd-even sort, after Kumar, Grama, Gupta, Karypis: N processors own K elements each, in a row. In even rounds
-- each compares its elements of even index with the next one, in odd rounds those of odd index, and exchanges what is
-- out of order; the next one may be the first element of the next processor, and the last processor has none. Whatever
-- sorts all rows of zeros and ones by comparing and exchanging sorts all rows, so that two values are enough.
--
-- Before the first round any elements may become 1, so that all rows are sorted.
--
-- This one has a mistake at the end of the row: with an odd number of processors, the last two elements of the last one
-- are never compared. See odd_even_sort.m for the one without.

const
  N: 3;
  K: 3;

type
  Proc: 0..N - 1;
  Place: 0..K * N - 1;

var
  row: array [Place] of 0..1;
  parity: 0..1; -- of the round
  started: boolean;

ruleset i: Place do
  rule "choose"
    !started & row[i] = 0 ==>
  begin
    row[i] := 1;
  end;
end;

rule "start"
  !started ==>
begin
  started := true;
end;

rule "a round, of all processors at the same time"
  started ==>
var held: 0..1;
begin
  for p: Proc do
    for i: Place do
      if i / K = p & i < K * N - 1 & i % 2 = parity & !(N % 2 = 1 & i = K * N - 2) then
        if row[i] > row[i + 1] then
          held := row[i];
          row[i] := row[i + 1];
          row[i + 1] := held;
        end;
      end;
    end;
  end;
  parity := 1 - parity;
end;

startstate "all are 0"
begin
  for i: Place do
    row[i] := 0;
  end;
  parity := 0;
  started := false;
end;

ctl "it is sorted some time"
  AF (started & forall i: Place do i < K * N - 1 -> row[i] <= row[i + 1] end);
