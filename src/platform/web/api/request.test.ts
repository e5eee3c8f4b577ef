import { describe, expect, it } from 'vitest'
import { fileName } from './download.ts'
import { buildRequest } from './request.ts'

describe('a call as a request', () => {
  it('fills path places and takes them out of the rest', () => {
    expect(buildRequest({ method: 'POST', path: '/x/{id}/y' }, { id: 'a/b', note: 'n', gone: undefined })).toEqual({
      url: '/api/x/a%2Fb/y',
      body: '{"note":"n"}',
    })
  })

  it('sends the fields of a GET as query, lists repeated, nothing for what is not there', () => {
    expect(buildRequest({ method: 'GET', path: '/x' }, { a: 'ô &', list: ['1', '2'], none: undefined, empty: null })).toEqual({
      url: '/api/x?a=%C3%B4+%26&list=1&list=2',
      body: undefined,
    })
    expect(buildRequest({ method: 'GET', path: '/x' }, {}).url).toBe('/api/x')
  })

  it('has no address without its place', () => {
    expect(() => buildRequest({ method: 'GET', path: '/x/{id}' }, { id: '' })).toThrow('/x/{id} needs id')
  })
})

describe('the name of a downloaded file', () => {
  it('is read from both forms, the Unicode one first', () => {
    expect(fileName(`attachment; filename="a.xlsx"; filename*=UTF-8''Giao%20d%E1%BB%8Bch.xlsx`)).toBe('Giao dịch.xlsx')
    expect(fileName('attachment; filename="a b.csv"')).toBe('a b.csv')
    expect(fileName('attachment')).toBeUndefined()
    expect(fileName(null)).toBeUndefined()
  })
})
