import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteSink, MOST_PER_CHARACTER } from './sink.ts'

/** The rule in its plainest form. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML cannot hold
      .replace(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
  )
}

const unit = fc.oneof(
  fc.constantFrom(
    'a',
    '_',
    'x',
    '0',
    '1',
    'F',
    'f',
    '&',
    '<',
    '>',
    '\n',
    '\t',
    '\r',
    '\0',
    '\u001f',
    '\u007f',
    '\u0080',
    'đ',
    'Ữ',
    '\ud7ff',
    '\ue000',
    '\ufffd',
    '\ufffe',
    '\uffff',
  ),
  fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '🧧', '_x0041_'),
)

test('any text is encoded by the rule, whole and half surrogates included, and never longer than reserved', () => {
  const text = fc.oneof(
    fc.array(unit, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(text, (value) => {
      const sink = new ByteSink(8)
      sink.string('<t>')
      sink.reserve(MOST_PER_CHARACTER * value.length)
      const room = sink.length + MOST_PER_CHARACTER * value.length
      sink.xml(value)
      expect(sink.length).toBeLessThanOrEqual(room)
      expect(sink.bytes.toString('utf8')).toBe(`<t>${escaped(value)}`)
    }),
    { numRuns: 2_000 },
  )
})

test('whole numbers are written digit by digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), (value) => {
      const sink = new ByteSink(32)
      sink.integer(value)
      expect(sink.bytes.toString()).toBe(String(value))
    }),
    { examples: [[0], [9], [10], [99_999], [100_000], [9_999_999]] },
  )
})
