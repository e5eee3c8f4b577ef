import { expect, it } from 'vitest'
import { foldedPatterns, likeText } from './like.ts'

it('takes pattern characters for what they are', () => {
  expect(likeText('50%_a\\b')).toBe('50\\%\\_a\\\\b')
})

it('makes one folded pattern a word', () => {
  expect(foldedPatterns('  Đặng  THỊ_Ánh ')).toEqual(['%dang%', '%thi\\_anh%'])
  expect(foldedPatterns('   ')).toEqual([])
})
