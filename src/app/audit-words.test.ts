/** Whatever the audit log can show of a record has words in both languages. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changesBetween } from '#core/audit/server/changes.ts'
import { auditFieldName } from '#core/audit/server/field-names.ts'
import { shownValue } from '#core/audit/server/field-values.ts'
import { namesIn } from '#core/audit/server/names.ts'
import { en as enIam } from '#core/iam/labels/en.ts'
import { vi as viIam } from '#core/iam/labels/vi.ts'
import { labelPlace } from '#kernel/labels.ts'
import { LANGUAGES } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { labelsOf } from '#platform/server/labels.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { wordless } from '../../test/audit-words.ts'
import { serverModules } from './modules.ts'
import { systemRegistry } from './server.ts'

interface Defined {
  table: string
  subject?: string
  picture: (row: unknown, tx: Tx) => object | Promise<object>
}
const defined = vi.hoisted((): Defined[] => [])
vi.mock('#platform/server/record/record.ts', async (original) => {
  const record = await original<typeof import('#platform/server/record/record.ts')>()
  const defineRecord = (definition: never) => {
    defined.push(definition)
    return record.defineRecord(definition)
  }
  return { ...record, defineRecord }
})

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test?.close())

/** A row of a table with a value in every column. */
async function sampleRow(tx: Tx, table: string): Promise<object> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
  `.execute(tx)
  const sampleOf = (type: string) => {
    if (type.endsWith('[]')) return []
    if (type.startsWith('timestamp')) return new Date(0)
    if (type === 'jsonb' || type === 'json') return {}
    if (type === 'integer' || type === 'smallint') return 1
    if (type === 'boolean') return true
    return type === 'date' ? '2026-01-01' : '1'
  }
  return Object.fromEntries(rows.map(({ name, type }) => [name, sampleOf(type)]))
}

it('every field of the picture of every record', async () => {
  expect(defined.length).toBeGreaterThan(10)
  const missing = await test.runtime.db.transaction().execute(async (tx) => {
    const found: string[] = []
    for (const { table, subject = table, picture } of defined)
      for (const { field } of changesBetween(null, await picture(await sampleRow(tx, table), tx)))
        for (const language of LANGUAGES) if (!auditFieldName(serverModules, subject, field, language)) found.push(`${language} ${subject}.${field}`)
    return found
  })
  expect(missing).toEqual([])
})

it('an entry without words, or with a time as machines write it, is noticed by every API test', () => {
  const fact = { actor: 'system', action: 'iam.login', subjectType: 'iam.session', subjectId: '1', traceId: '', ip: '' }
  const registry = systemRegistry()
  expect(wordless(registry, { ...fact, after: { clientId: 'PP_SYS', from: '2026-01-02T03:04:05+07:00' } })).toEqual([])
  expect(wordless(registry, { ...fact, action: 'x', after: { some_key: 1, to: 'since 2026-01-02T03:04:05+07:00' } })).toEqual([
    'vi: action x',
    'vi: field iam.session.some_key (x)',
    'vi: raw time iam.session.to: since 2026-01-02T03:04:05+07:00',
    'en: action x',
    'en: field iam.session.some_key (x)',
    'en: raw time iam.session.to: since 2026-01-02T03:04:05+07:00',
  ])
})

it('states and kinds that no screen shows have words', () => {
  const registry = systemRegistry()
  expect(shownValue(registry, 'report.schedule', 'status', 'PAUSED', 'en')).toBe('Paused')
  expect(shownValue(registry, 'iam.user_account', 'kind', 'FORGOT', 'en')).toBe('Forgotten password')
  expect(shownValue(registry, 'iam.user_account', 'kind', 'FIRST', 'vi')).toBe('Đặt mật khẩu lần đầu')
})

it('whatever the history of a user shows has words there', () => {
  const { actions } = namesIn(systemRegistry(), 'vi')
  const ofUsers = Object.keys(actions).filter((action) => /^(POST|IMPORT) \/sys\/user\/v1\/[\w-]+$/.test(action))
  const key = (action: string) => (action.split('/').at(-1) ?? action).replaceAll('.', '_').replaceAll('-', '_')
  const written = ['iam.login-refused', 'iam.mail-password-link', 'iam.set-password-by-link', 'iam.change-password', 'iam.enrol-totp']
  for (const { userEvent } of [viIam.enums, enIam.enums] as { userEvent: Record<string, string> }[])
    expect([...ofUsers.filter((action) => !/export|search|my-session/.test(action)), ...written].map(key).filter((one) => !userEvent[one])).toEqual([])
})

it('a subject that borrows the words of an entity names one that has some', () => {
  const borrowed = serverModules.flatMap(({ audit }) => Object.values(audit?.subjects ?? {}).flatMap(({ entity }) => entity ?? []))
  expect(borrowed.length).toBeGreaterThan(5)
  for (const entity of borrowed) {
    const { module, last } = labelPlace(entity)
    expect(labelsOf(serverModules, module)?.vi.fields[last], entity).toBeDefined()
  }
})

it('every kind of record that entries were written of under an earlier name', () => {
  const names = LANGUAGES.map((language) => namesIn(systemRegistry(), language).subjects)
  const renamed = {
    'import.userImport': 'iam.userImport',
    'import.areaImport': 'masterdata.areaImport',
    'report.dailyReport': 'qr.dailyReport',
    'sys.job': 'jobs.job',
  }
  for (const [earlier, now] of Object.entries(renamed)) {
    for (const subjects of names) {
      expect(subjects[earlier], earlier).toBeTruthy()
      expect(subjects[earlier]).toEqual(subjects[now])
    }
  }
})
