import { describe, expect, it } from 'vitest'
import { parseMark, whichLooks } from './preference-mark.ts'

const mark = (given: object) => parseMark(JSON.stringify(given))

describe('the looks a person gets', () => {
  it('are those of the server, wherever they sign in', () => {
    expect(whichLooks(parseMark(null), true, 'an')).toBe('server')
    expect(whichLooks(mark({ account: 'binh' }), true, 'an')).toBe('server')
    expect(whichLooks(mark({ account: 'an' }), true, 'an')).toBe('server')
  })

  it('are what they changed last, where the server has not heard of it', () => {
    expect(whichLooks(mark({ account: 'an', unsaved: true }), true, 'an')).toBe('send')
    expect(whichLooks(mark({ unsaved: true }), false, 'an')).toBe('send')
  })

  it('are never somebody else’s', () => {
    expect(whichLooks(mark({ account: 'binh', unsaved: true }), false, 'an')).toBe('defaults')
    expect(whichLooks(mark({ account: 'binh', unsaved: true }), true, 'an')).toBe('server')
    expect(whichLooks(mark({ account: 'binh' }), false, 'an')).toBe('defaults')
  })

  it('are the browser’s own copy where nothing else is known', () => {
    expect(whichLooks(parseMark('{'), false, 'an')).toBe('keep')
    expect(whichLooks(mark({ account: 'an' }), false, 'an')).toBe('keep')
  })
})

it('reads a mark that is missing or broken as none', () => {
  for (const text of [null, '', '{', '7', 'null', '{"account":7,"unsaved":"yes"}'])
    expect(parseMark(text)).toEqual({ account: null, unsaved: false, spoken: false })
})
