" Models that Coset reads. Files that end in .m may be Objective C, Matlab and others: those that look like Murphi are.
autocmd BufNewFile,BufRead *.smv setfiletype smv
autocmd BufNewFile,BufRead *.m call s:find_murphi()

function! s:find_murphi() abort
  for line in getline(1, 200)
    if line =~? '^\s*\(const\|type\|var\|ruleset\|rule\|startstate\|invariant\)\>' && line !~? '='
      if &filetype !=# 'murphi' " editors may find that out themselves, and what is done then is to be done once
        set filetype=murphi
      endif
      return
    endif
  endfor
endfunction
