import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', 'e2e')
const files = readdirSync(folder).filter((name) => name.endsWith('.spec.ts') && name !== 'looks.spec.ts')

/** The language of each journey of a file, in order; undefined where one names none. */
const languagesOf = (source: string) =>
  [...source.matchAll(/^ *test(?:\.(?:only|skip|fixme))?\(\s*(?:'[^']*'|"[^"]*"|`[^`]*`),\s*(?:(VI|EN),)?/gm)].map(([, language]) => language)

it.each(files)('the journeys of %s have one language each, in turn', (name) => {
  const languages = languagesOf(readFileSync(join(folder, name), 'utf8'))
  expect(['VI', 'EN']).toContain(languages[0])
  expect(languages).toEqual(languages.map((_, at) => (at % 2 === 0 ? languages[0] : languages[0] === 'VI' ? 'EN' : 'VI')))
})

it('about half of all journeys are in English', () => {
  const languages = files.flatMap((name) => languagesOf(readFileSync(join(folder, name), 'utf8')))
  const english = languages.filter((language) => language === 'EN').length
  expect(Math.abs(english - languages.length / 2)).toBeLessThanOrEqual(languages.length / 10)
})
