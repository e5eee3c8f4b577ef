import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_CLIENT, SUBSYSTEMS } from '#kernel/applications.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'

/** Core and platform serve every sub-system and so name none of them, nor a service; what differs comes as a plug. */
const SOURCE = join(import.meta.dirname, '..')
const SERVICES = ['QR', 'COD', 'EGP', 'POB', 'SO', 'SDK', 'CFM']
/** A service's word as a key or as part of one ('QR', 'QR_PAID'), and the code of an application. */
const NAMED = new RegExp(`(?<![A-Za-z0-9])(${SERVICES.join('|')}|PP)(?=_[A-Z])|(?<![A-Za-z0-9_])(${[...SERVICES, ...SUBSYSTEMS].join('|')})(?![A-Za-z0-9])`)

/** As the first part of a permission or a route: 'pp-qr/…'. The portal itself, where everybody signs in, is none of them. */
const PREFIXES = SUBSYSTEMS.filter((code) => code !== DEFAULT_CLIENT).map((code) => code.toLowerCase().replaceAll('_', '-'))
const ROUTED = new RegExp(`(?<![\\w-])(${[...PREFIXES, 'cfm-v2'].join('|')})/`)

/** The pictures that cameras read are no service, nor is a scheme of others; channels are one enum for all. */
const WORDS = /\bVNPAY-QR\b|\bmã QR\b|\bQR (code|picture)s?\b/gi
const CHANNELS = /payments\.channel', \[[^\]]*\]|\bchannel: \{[^}]*\}|\bchannel = ANY \(ARRAY\[[^\]]*\]/g

const namesIn = (text: string) =>
  text
    .replace(CHANNELS, '')
    .replace(WORDS, '')
    .split('\n')
    .filter((line) => NAMED.test(line) || ROUTED.test(line))
    .map((line) => line.trim())

function productFiles(layer: string): string[] {
  const all = readdirSync(join(SOURCE, layer), { recursive: true, encoding: 'utf8' })
  return all.filter((name) => /\.(ts|tsx|css)$/.test(name) && !/\.test\.tsx?$/.test(name)).map((name) => join(layer, name))
}

it('would see a service or an application that is named', () => {
  for (const line of [
    "service !== 'QR'",
    "kind: 'QR_PAID'",
    'Giao dịch QR',
    "const HOME = 'PP_GL'",
    "client === 'O2O_CRM'",
    'COD, EGP',
    "code = '5113.QR'",
    "permission: 'pp-qr/list/view'",
    "assign('/cfm-v2/home')",
  ])
    expect(namesIn(line), line).toEqual([line])
  for (const line of ['ISO 8601', "Channel = enumOf('payments.channel', ['QR', 'SDK'])", 'Mã QR để đăng ký', 'qrcode', 'PPTX', "'SOURCE'"])
    expect(namesIn(line), line).toEqual([])
})

it.each(['core', 'platform', 'kernel'])('nothing of %s names a service or an application', (layer) => {
  // The list of the applications there are.
  const files = productFiles(layer).filter((file) => file !== join('kernel', 'applications.ts'))
  expect(files.length).toBeGreaterThan(15)
  expect(files.flatMap((file) => namesIn(readFileSync(join(SOURCE, file), 'utf8')).map((line) => `${file}: ${line}`))).toEqual([])
})

/** A schema that a sub-system has for itself says its own words: money on delivery is paid and handed in as QR, among other ways. */
const OF_SUBSYSTEMS = ['cob']

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('no function, view, constraint or default of the database does either', async () => {
  const { rows } = await database.owner.query<{ name: string; text: string }>(
    `with own as (select c.oid, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^(pg_|information_schema)' and n.nspname <> all($1))
     select oid::regclass::text as name, pg_get_viewdef(oid) as text from own where relkind in ('v', 'm')
     union all select conname, pg_get_constraintdef(k.oid) from pg_constraint k join own on own.oid = k.conrelid
     union all select d.adrelid::regclass::text, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d join own on own.oid = d.adrelid
     union all select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname <> all($1) and p.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [OF_SUBSYSTEMS],
  )
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.flatMap(({ name, text }) => namesIn(text).map((line) => `${name}: ${line}`))).toEqual([])
})
