" Vim syntax file: Murphi, with rings, multisets, unions, temporal properties, symmetry and hint as Coset reads them
if exists("b:current_syntax")
  finish
endif

syntax case ignore
syntax keyword murphiDeclaration const type var function procedure endfunction endprocedure alias endalias
syntax keyword murphiRule rule ruleset startstate invariant endrule endruleset endstartstate choose endchoose
syntax keyword murphiRule assume cover liveness justice compassion fair strongly
syntax keyword murphiStated symmetry hint
syntax keyword murphiStatement begin end for endfor while endwhile do to by return error assert put clear
syntax keyword murphiStatement undefine multisetadd multisetremove multisetremovepred
syntax keyword murphiConditional if then elsif else endif switch case endswitch
syntax keyword murphiType array of boolean enum record endrecord scalarset ring union multiset real
syntax keyword murphiOperator forall exists endforall endexists isundefined ismember multisetcount succ pred
syntax keyword murphiOperator present
syntax keyword murphiConstant true false undefined

syntax case match
" words of formulas are capital letters, and names elsewhere
syntax match murphiTemporal contained "\<\(A[GFX]\|E[GFX]\)\>"
syntax match murphiTemporal contained "\<[AEGFXUVRWOHYZST]\>"
syntax region murphiFormula matchgroup=murphiRule start="\c\<\(ctlstar\|ctl\|ltl\)\>" end=";" contains=ALLBUT,murphiTodo,murphiFormula
syntax keyword murphiTodo contained TODO FIXME XXX
syntax match murphiNumber "\<\d\+\>\|\<0[xX]\x\+\>"
syntax match murphiOperator "==>\|:=\|->\|<->\|!=\|<=\|>=\|[!&|=<>+*/%?]"
syntax match murphiComment "--.*$" contains=murphiTodo,@Spell
syntax region murphiComment start="/\*" end="\*/" contains=murphiTodo,@Spell
syntax region murphiString start=+"+ skip=+\\"+ end=+"+ oneline

highlight default link murphiDeclaration Statement
highlight default link murphiRule Statement
highlight default link murphiStated PreProc
highlight default link murphiStatement Statement
highlight default link murphiConditional Conditional
highlight default link murphiType Type
highlight default link murphiOperator Operator
highlight default link murphiConstant Constant
highlight default link murphiTemporal Keyword
highlight default link murphiNumber Number
highlight default link murphiComment Comment
highlight default link murphiString String
highlight default link murphiTodo Todo

let b:current_syntax = "murphi"
