" Vim syntax file: SMV, the language of NuSMV, with SYMMETRY and HINT of Coset
if exists("b:current_syntax")
  finish
endif

" names may have $, # and - in them
syntax case match
syntax iskeyword @,48-57,_,$,#,-

syntax keyword smvDeclaration MODULE VAR IVAR FROZENVAR ASSIGN DEFINE MDEFINE CONSTANTS INIT INVAR TRANS
syntax keyword smvDeclaration FAIRNESS JUSTICE COMPASSION ISA PRED PREDICATES MIRROR CONSTRAINT NAME IN COMPID
syntax keyword smvDeclaration COMPUTE SPEC CTLSPEC LTLSPEC INVARSPEC PSLSPEC CTLSTARSPEC CTLWFF LTLWFF SIMPWFF
syntax keyword smvDeclaration NEXTWFF PSLWFF COMPWFF
syntax keyword smvStated SYMMETRY HINT
syntax keyword smvTemporal A E F G X U V W S T Y Z H O AF AG AX EF EG EX ABF ABG EBF EBG BU MIN MAX abort
syntax keyword smvTemporal always before inf never next_a next_e next_event next_event_a next_event_e select
syntax keyword smvTemporal until whilenot within
syntax keyword smvType boolean bool integer Integer real Real word Word array of signed unsigned process
syntax keyword smvType sequence
syntax keyword smvConstant TRUE FALSE self
syntax keyword smvControl case esac
syntax keyword smvFunction next init count extend resize sizeof swconst uwconst toint word1
syntax keyword smvOperator in mod union xor xnor forall forany

syntax keyword smvTodo contained TODO FIXME XXX
syntax match smvNumber "\<-\?\d\+\>"
syntax match smvNumber "\<0[us]\?[bBoOdDhH]\d*_[0-9a-fA-F_]\+\>"
syntax match smvOperator "[!&|=<>+*/?]\|->\|<->\|:=\|\.\."
syntax match smvComment "--.*$" contains=smvTodo,@Spell
syntax region smvComment start="/--" end="--/" contains=smvTodo,@Spell
syntax region smvString start=+"+ end=+"+ oneline

highlight default link smvDeclaration Statement
highlight default link smvStated PreProc
highlight default link smvTemporal Keyword
highlight default link smvType Type
highlight default link smvConstant Constant
highlight default link smvControl Conditional
highlight default link smvFunction Function
highlight default link smvOperator Operator
highlight default link smvNumber Number
highlight default link smvComment Comment
highlight default link smvString String
highlight default link smvTodo Todo

let b:current_syntax = "smv"
