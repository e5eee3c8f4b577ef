/** The one-time code of a hand-in follows from the key of the system: told, tried and counted with, it is kept nowhere. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHoldings } from '#core/cash/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { type DepositWorld, depositWorld } from '../../../../../test/cod-deposits.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { countHandIn, declareHandIn, handInCode } from '../../contract/deposits.ts'
import { oneTimeCodeOf } from './one-time-code.ts'

let it: TestApp
let world: DepositWorld
let tables: string[]
const by = (as: string) => ({ as, clientId: 'PP_COB' as const, headers: { 'idempotency-key': randomUUID() } })
const ATTEMPTS = 20

beforeAll(async () => {
  it = await testApp()
  world = await depositWorld(it)
  const { db } = it.runtime
  const { staff_id: staff, unit_id: unitId } = await one(
    "select p.staff_id, s.unit_id from iam.account_place p join iam.user_account u on u.id = p.user_id join organisation.staff s on s.id = p.staff_id where u.account = 'giaodichvien'",
  )
  world.unitId = unitId
  const [holding] = await db.transaction().execute((tx) => openHoldings(tx, [{ code: 'T-COD', name: 'Quầy COD', kind: 'TILL', unitId }]))
  await owner(
    "insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at) values ('CA-COD', $1, $2, $3, $4, 'OPEN', now())",
    [unitId, holding?.id, staff, localDate(new Date())],
  )
  const { rows } = await owner(
    "select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1",
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => it?.close())

const owner = (text: string, values: unknown[] = []) => it.runtime.database.owner.query(text, values)
const one = async (text: string, values: unknown[] = []) => (await owner(text, values)).rows[0]

/**
 * The tables in which a text stands, by itself or in bytes: rows are looked at whole, as text. Digits within a longer number, behind a decimal point or within a
 * hash are not it.
 */
async function tablesWith(text: string): Promise<string[]> {
  const alone = `(^|[^0-9a-fA-F.])${text}($|[^0-9a-fA-F])`
  const parts = tables.map((name) => `select '${name}' as name where exists (select from ${name} t where t::text ~ $1 or position($2 in t::text) > 0)`)
  const { rows } = await owner(parts.join(' union all '), [alone, Buffer.from(text).toString('hex')])
  return rows.map(({ name }) => name)
}

let made = 0
/** A hand-in that somebody has declared for a postman with an account of his own, who is told of the code. */
async function declared() {
  const courier = await world.courier(`OTP-${++made}`)
  await world.collected(courier, `OTP-${made}-A`, 100_000)
  const { staff_id } = await one("select p.staff_id from iam.account_place p join iam.user_account u on u.id = p.user_id where u.account = 'giaodichvien2'")
  await owner('update cob.courier set staff_id = null where staff_id = $1', [staff_id])
  const { id: courierId } = await one('update cob.courier set staff_id = $2 where code = $1 returning id', [courier, staff_id])
  const { data, message } = await it.call(declareHandIn, { courierId, items: [`OTP-${made}-A`] }, by('ketoan'))
  if (!data) throw new Error(message)
  const notices = await one("select count(*)::int as n from notifications.notification where kind = 'COD_HAND_IN_CODE' and params->>'code' = $1", [data.code])
  expect(notices.n).toBe(1)
  return { ...data, secret: oneTimeCodeOf(it.runtime.config.secretKey, data) }
}

/** What people do with it: it is told, another one is tried, what is counted differs, then agrees; the last press comes twice. */
async function counted({ id, secret }: Awaited<ReturnType<typeof declared>>) {
  expect((await it.call(handInCode, { id }, by('ketoan'))).data).toMatchObject({ oneTimeCode: secret })
  const other = String((Number(secret) + 1) % 1_000_000).padStart(6, '0')
  const count = (oneTimeCode: string, amount: string, version: number, call = by('giaodichvien')) =>
    it.call(countHandIn, { id, version, amount, oneTimeCode }, call)
  expect(await count(other, '100000', 0)).toMatchObject({ errors: [{ code: 'COB-123' }] })
  const differs = await count(secret, '90000', 0)
  expect(differs.data).toMatchObject({ status: 'DISCREPANCY' })
  const press = by('giaodichvien')
  const booked = await count(secret, '100000', differs.data?.version ?? -1, press)
  expect(booked.data).toMatchObject({ status: 'BOOKED' })
  expect((await count(secret, '100000', differs.data?.version ?? -1, press)).data).toEqual(booked.data)
  await runJobs(it)
}

describe('the one-time code of a hand-in', () => {
  test('is looked for where the rest of a hand-in is found, and would be found there', async () => {
    const { id, code, secret } = await declared()
    expect(await tablesWith(code)).toEqual(expect.arrayContaining(['cob.claim', 'cob.hand_in', 'notifications.notification', 'platform.idempotency_key']))
    await owner('update cob.hand_in set note = $2 where id = $1', [id, `Mã ${secret}.`])
    expect(await tablesWith(secret)).toContain('cob.hand_in')
  })

  test('stands in no table, neither once it is declared nor once it is told, tried and counted', async () => {
    // Six digits may stand somewhere by chance: what is kept would be found each time.
    const found: string[][] = []
    for (let n = 0; n < ATTEMPTS; n++) {
      const handIn = await declared()
      const before = await tablesWith(handIn.secret)
      if (before.length === 0) await counted(handIn)
      const after = before.length > 0 ? before : await tablesWith(handIn.secret)
      if (after.length === 0) return
      found.push(after)
    }
    expect(found).toEqual([])
  })
})
