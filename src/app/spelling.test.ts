/** Texts of the product, wherever they stand in the code: one spelling for one word, in both languages. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')
/** Names of places and shops are data, and are written as their owners write them. */
const DATA = /^(app\/simulator|core\/organisation\/server\/demo|core\/masterdata\/server\/areas)\//
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.tsx?$/.test(file) && !DATA.test(file))

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g

/** What stands between quotes, without comments. */
function textsIn(file: string): string[] {
  const code = readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(LITERAL)].map(([, ...groups]) => groups.find((text) => text !== undefined) ?? '')
}

/** A sentence or a name that people read, rather than a key, a path or a query. */
const isRead = (text: string) => /[À-ỹđĐ]/.test(text) || /^[{A-Z“][^$=]*$/.test(text)

const texts = files.flatMap((file) =>
  textsIn(file)
    .filter(isRead)
    .map((text) => `${file}: ${text}`),
)
const found = (pattern: RegExp) => texts.filter((text) => pattern.test(text.slice(text.indexOf(': ') + 2)))

it('are found', () => {
  expect(found(/[Xx]oá/).length).toBeGreaterThan(20)
  expect(found(/\b[Ee]mail\b/).length).toBeGreaterThan(20)
})

describe('Vietnamese', () => {
  it.each([
    ['Xoá, Huỷ, Khoá: the mark of the tone stands on the main vowel', /(óa|òa|ỏa|õa|ọa|óe|òe|ỏe|õe|ọe|úy|ùy|ủy|ũy|ụy)(?!\p{L})/u],
    ['Email', /thư điện tử|\be-mail|\bmail\b(?=.*[ạảấầẩậắặẹẻếềểễệỉịọỏốồổộớờởợụủứừửữựỳỷỹđ])/i],
    ['file', /\btệp\b/i],
    ['tỷ', /\btỉ(?=\s|$)/i],
    ['Nhật ký thao tác', /kiểm toán/i],
    ['Tác vụ nền', /công việc nền/i],
    ['Menu', /danh mục chức năng/i],
    [
      'Vui lòng nhập …: only the three texts of the change of password say it otherwise',
      /^(?!(Mật khẩu cũ|Mật khẩu mới|Nhập lại mật khẩu mới) là bắt buộc$).* là bắt buộc$|bắt buộc nhập/,
    ],
  ])('%s', (_word, wrong) => {
    expect(found(wrong)).toEqual([])
  })
})

describe('English', () => {
  it.each([
    ['email', /e-mail/i],
    ['American spelling', /\b(colour|organisation|recognised|catalogue|enrolment)\b/i],
    ['request, not ask for', /\bask(ed|s)? for\b/i],
    ['selected, not chosen', /\bchosen\b/i],
    ['everyone, someone; no words that products do not use', /\b(anew|lately|whoever|somebody|everybody)\b/i],
    ['already exists', /\bexists already\b/i],
    [
      'a number and its noun agree: {n} {n|row|rows}',
      /\{(?!types\})\w+\} (?:valid |new |selected )?(rows|files|days|users|changes|roles|permissions|entries|minutes|seconds|areas|views|schedules|transactions|requests)\b/,
    ],
  ])('%s', (_word, wrong) => {
    expect(found(wrong)).toEqual([])
  })

  it('chooses between one and many by a number that the text shows as well', () => {
    const choosing = texts.filter((text) => /\{\w+\|/.test(text))
    expect(choosing.length).toBeGreaterThan(20)
    const unsaid = ([, name]: RegExpMatchArray, text: string) => !text.includes(`{${name}}`)
    expect(choosing.filter((text) => [...text.matchAll(/\{(\w+)\|/g)].some((match) => unsaid(match, text)))).toEqual([])
  })
})
