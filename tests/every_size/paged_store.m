-- Pages of a store in slots of nodes. Who holds a lock sees what the store has, of pages that it has fetched since.
-- Which slot, page and lock comes first is left by loops, though nothing depends on it.

const N : 2;
type Node : 1..N; Slot : 1..2; Page : 1..2; Lock : 1..2; Data : scalarset(2);
var store : array [Page] of Data;
    slot : array [Node] of array [Slot] of record used : boolean; dirty : boolean; page : Page; data : Data; end;
    held : array [Lock] of boolean; holder : array [Lock] of Node; guards : array [Lock] of array [Page] of boolean;
    locks : array [Node] of boolean; seen : array [Node] of array [Page] of boolean;
    phase : enum { idle, flushing, choosing, filling };
    node : Node; place : Slot; page : Page; lock : Lock;

ruleset d : Data do
  startstate
    for n : Node do
      for s : Slot do slot[n][s].used := false; slot[n][s].dirty := false; end;
      for p : Page do seen[n][p] := false; end;
      locks[n] := false; node := n;
    end;
    for s : Slot do place := s; end;
    for p : Page do store[p] := d; page := p; end;
    for l : Lock do
      held[l] := false; lock := l;
      for p : Page do guards[l][p] := false; end;
    end;
    phase := idle;
  end;
end;

ruleset n : Node; l : Lock do
  rule "acquire" phase = idle & !locks[n] & !held[l] ==>
    held[l] := true; holder[l] := n; locks[n] := true;
    for p : Page do seen[n][p] := false; end;
  end;
  rule "release" phase = idle & held[l] & holder[l] = n ==>
    held[l] := false; locks[n] := false;
    for p : Page do guards[l][p] := false; end;
  end;
end;

ruleset n : Node; l : Lock; p : Page do
  rule "fetch" phase = idle & held[l] & holder[l] = n & !seen[n][p] ==>
    node := n; page := p; lock := l; phase := flushing;
  end;
end;

ruleset n : Node; s : Slot; p : Page do
  rule "flush" phase = flushing & slot[n][s].dirty & slot[n][s].page = p ==>
    store[p] := slot[n][s].data; slot[n][s].used := false; slot[n][s].dirty := false;
  end;
  rule "fill" phase = filling & n = node & s = place & p = page ==>
    slot[n][s].used := true; slot[n][s].page := p; slot[n][s].data := store[p];
    seen[n][p] := true; phase := idle;
    for l : Lock do if l = lock then guards[l][p] := true; end; end;
  end;
  rule "read without a lock" phase = idle & !locks[n] & !slot[n][s].used &
      forall t : Slot do slot[n][t].used -> slot[n][t].page != p end ==>
    slot[n][s].used := true; slot[n][s].page := p; slot[n][s].data := store[p];
  end;
end;

rule "flushed" phase = flushing & forall n : Node do forall s : Slot do !slot[n][s].dirty end end ==>
  phase := choosing;
end;

ruleset n : Node; s : Slot do
  rule "choose" phase = choosing & n = node &
      forall t : Slot do t != s & slot[n][t].used -> slot[n][t].page != page end ==>
    place := s; phase := filling;
  end;
  rule "drop" phase = idle & slot[n][s].used & !slot[n][s].dirty ==> slot[n][s].used := false; end;
end;

ruleset n : Node; s : Slot; p : Page; d : Data do
  rule "write without a lock" phase = idle & !locks[n] & slot[n][s].used & slot[n][s].page = p &
      forall l : Lock do !guards[l][p] end ==>
    slot[n][s].data := d; slot[n][s].dirty := true;
  end;
end;

ruleset n : Node; s : Slot; p : Page; d : Data; l : Lock do
  rule "write with a lock" phase = idle & held[l] & holder[l] = n & seen[n][p] & slot[n][s].used & slot[n][s].page = p &
      forall m : Lock do guards[m][p] -> m = l end ==>
    store[p] := d; slot[n][s].data := d;
  end;
end;

invariant "one lock each" forall n : Node; l : Lock; m : Lock do
  held[l] & held[m] & holder[l] = n & holder[m] = n -> l = m
end;
invariant "what was fetched is what is stored" forall n : Node; s : Slot; p : Page do
  phase = idle & locks[n] & seen[n][p] & slot[n][s].used & slot[n][s].page = p -> slot[n][s].data = store[p]
end;
