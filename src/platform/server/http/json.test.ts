import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './json.ts'

const refusal = (text: string) => {
  try {
    return parseJson(text)
  } catch (error) {
    return (error as { definition: { code: string } }).definition.code
  }
}

describe('a JSON text', () => {
  it('is read as ever while no object names a field twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is refused when one does, wherever that object stands and however the name is written', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (name, first, second) => {
        const twice = `{${JSON.stringify(name)}:${JSON.stringify(first)},${JSON.stringify(name)}:${JSON.stringify(second)}}`
        expect(['VAL-005', 'VAL-002']).toContain(refusal(`{"rows":[1,"a:b",{"inner":${twice}}]}`))
      }),
    )
    expect(refusal('{"amount":"1","amount":"1"}')).toBe('VAL-005')
    expect(refusal('{"amount":"1","\\u0061mount":"9"}')).toBe('VAL-005')
    expect(refusal('{"a":{"x":1},"a":{"x":1,"y":2}}')).toBe('VAL-005')
    expect(refusal('{"a":{"x":1,"y":2},"a":1}')).toBe('VAL-005')
  })

  it('may have colons, quotes and backslashes in its texts', () => {
    for (const value of [{ 'a":"b': ':' }, { 'a\\': '\\:"\\\\', b: '\\"' }, [':', { x: '""""' }]]) expect(parseJson(JSON.stringify(value))).toEqual(value)
  })

  it('is refused with a key that reaches a prototype, and when it is none', () => {
    for (const text of ['{"__proto__":{"x":1}}', '[{"constructor":{"prototype":{}}}]', '{broken', '']) expect(refusal(text)).toBe('VAL-002')
  })

  it('may nest as deeply as it is long', () => {
    const deep = 200_000
    expect(refusal(`${'['.repeat(deep)}{"a":1,"a":2}${']'.repeat(deep)}`)).toBe('VAL-005')
  })
})
