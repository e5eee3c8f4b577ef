/** Every label file, of the shell and of each module: both languages say the same things. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

type Words = { [key: string]: string | Words }
const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`)))
/** Those of a plural ({count|row|rows}) among them: a language may need it where the other does not. */
const places = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name))].sort()

const src = join(import.meta.dirname, '..')
const pairs = globSync('**/labels/**/vi.ts', { cwd: src })

it('there are some', () => expect(pairs.length).toBeGreaterThan(15))

it.each(pairs)('%s: says everything in both languages, with the same places to fill', async (path) => {
  const { vi: vietnamese } = (await import(join(src, path))) as { vi: Words }
  const { en: english } = (await import(join(src, path.replace(/vi\.ts$/, 'en.ts')))) as { en: Words }
  const other = new Map(flat(english))
  for (const [key, text] of flat(vietnamese)) {
    expect(text.trim(), key).not.toBe('')
    expect(other.get(key)?.trim(), key).toBeTruthy()
    expect(places(other.get(key) ?? ''), key).toEqual(places(text))
  }
  expect([...other.keys()].sort()).toEqual(
    flat(vietnamese)
      .map(([key]) => key)
      .sort(),
  )
})
