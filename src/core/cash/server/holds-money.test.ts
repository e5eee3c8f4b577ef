import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCount, submitCount } from '#core/cash/contract/counts.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { changeUserStatus, deleteUser, editUser, findUser } from '#core/iam/contract/access/users.ts'
import { openAccounts, post } from '#core/ledger/server/public.ts'
import { createMerchants } from '#core/merchants/server/public.ts'
import { changeStaffStatus, moveStaffMember, searchStaff } from '#core/organisation/contract/staff.ts'
import { changeUnitStatus, createUnit } from '#core/organisation/contract/unit-changes.ts'
import { unitsByCode } from '#core/organisation/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import type { Hundredths } from '#kernel/money.ts'
import { type TestApp, testApp, testClock } from '../../../../test/app.ts'

let app: TestApp
const clock = testClock()
const today = localDate(clock.now())
const admin = { as: 'admin', clientId: 'PP_SYS' } as const
let made = 0
const POLL = { timeout: 30_000, interval: 20 }

beforeAll(async () => {
  app = await testApp({ clock })
})
afterAll(() => app.close())

const scalar = async <T>(text: string, ...values: unknown[]) => (await app.runtime.pool.query<{ it: T }>(`select (${text}) as it`, values)).rows[0]?.it as T

/** A new office with a vault and a till. */
async function office() {
  const code = `TIEN${++made}`
  const parentId = await scalar<string>("select id from organisation.unit where code = '010100'")
  const { data } = await app.call(createUnit, { code, name: `Bưu cục ${code}`, level: 'POST_OFFICE', parentId }, admin)
  const id = data?.id ?? '0'
  const [vault, till] = await app.runtime.db.transaction().execute((tx) =>
    openHoldings(tx, [
      { code: `${code}-Q`, name: 'Quỹ chính', kind: 'VAULT', unitId: id },
      { code: `${code}-1`, name: 'Quầy 1', kind: 'TILL', unitId: id },
    ]),
  )
  if (!vault || !till) throw new Error('no holdings')
  return { id, code, vault, till }
}
type Office = Awaited<ReturnType<typeof office>>

/** A teller with an account in use: the first or the second of them. */
async function teller(which: 0 | 1 = 0) {
  const { rows } = await app.runtime.pool.query<{ id: string; version: number; staffId: string; staffVersion: number; unitId: string }>(
    `select u.id, u.version, s.id as "staffId", s.version as "staffVersion", s.unit_id as "unitId"
     from iam.user_account u join organisation.staff s on s.id = u.staff_id join iam.user_role ur on ur.user_id = u.id
     join iam.role r on r.id = ur.role_id and r.code = 'TELLER' order by u.account offset $1 limit 1`,
    [which],
  )
  return rows[0] as (typeof rows)[0]
}

const shift = (client: Pick<PoolClient, 'query'>, { id, code, till }: Office, staffId: string) =>
  client.query("insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status) values ($1, $2, $3, $4, $5, 'OPEN')", [
    `CA-${code}-${++made}`,
    id,
    till.id,
    staffId,
    today,
  ])
const endShifts = () => app.runtime.pool.query("update cash.shift set status = 'CLOSED' where status <> 'CLOSED'")

let sink = ''
/** Cash into a holding, or out of it when negative. */
async function pour({ accountId }: { accountId: string }, amount: Hundredths) {
  await app.runtime.db.transaction().execute(async (tx) => {
    if (sink === '') [sink = ''] = await openAccounts(tx, [{ code: 'TEST-SINK', name: 'Đối ứng', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }])
    const [debit, credit] = amount > 0n ? [accountId, sink] : [sink, accountId]
    const size = amount < 0n ? -amount : amount
    const journal = { businessKey: `pour:${++made}`, kind: 'TEST', service: 'CASH', businessDate: today, occurredAt: clock.now(), description: 'x' }
    const entries = [
      { accountId: debit, side: 'D' as const, amount: size },
      { accountId: credit, side: 'C' as const, amount: size },
    ]
    await post(tx, { ...journal, sourceType: 'test', sourceId: String(made), officeUnitId: null, entries } as never)
  })
}

const close = async ({ id }: Office, language: 'vi' | 'en' = 'vi') =>
  app.call(
    changeUnitStatus,
    { id, version: await scalar<number>('select version from organisation.unit where id = $1', id), status: 'CLOSED' },
    { ...admin, language },
  )
const open = (data: unknown) => (data as { open: { title: string; code: string; path: string | null }[] }).open

describe('a unit', () => {
  it('with cash, an open shift or a transfer on its way is not closed, and the refusal lists them in the language of the reader', async () => {
    const at = await office()
    const other = await office()
    const { staffId } = await teller()
    await shift(app.runtime.pool, at, staffId)
    await pour(at.vault, 100_000_00n)
    await app.runtime.pool.query(
      "insert into cash.treasury_transaction (code, kind, from_unit_id, to_unit_id, amount, planned_on, status) values ($1, 'TRANSFER', $2, $3, 5000, $4, 'APPROVED')",
      [`DC-${at.code}`, other.id, at.id, today],
    )
    const refused = await close(at)
    expect(refused).toMatchObject({ status: 409, code: 'ORG-011', message: expect.stringContaining('còn 3 việc') })
    expect(open(refused.data)).toMatchObject([
      { title: 'Ca chưa đóng', code: expect.stringContaining('CA-'), path: expect.stringContaining('/cfm-v2/shifts/') },
      { title: 'Quỹ còn tiền', code: `${at.code}-Q` },
      { title: 'Giao dịch ngân quỹ chưa hoàn tất', code: `DC-${at.code}` },
    ])
    expect(open((await close(other, 'en')).data)).toMatchObject([{ title: 'Unfinished treasury transaction', code: `DC-${at.code}` }])

    await endShifts()
    await pour(at.vault, -100_000_00n)
    await app.runtime.pool.query("update cash.treasury_transaction set status = 'CANCELLED' where code = $1", [`DC-${at.code}`])
    expect(await close(at)).toMatchObject({ status: 200 })
    expect(await scalar('select array_agg(status) from cash.holding where unit_id = $1', at.id)).toEqual(['CLOSED', 'CLOSED'])
    await expect(pour(at.vault, 1_00n)).rejects.toMatchObject({ definition: { code: 'LED-004' } })
    await expect(shift(app.runtime.pool, at, staffId)).rejects.toThrow('is closed')
  })

  it('whose cash is being counted, or has a variance, is not closed: the difference would never be posted', async () => {
    const at = await office()
    const cash = { as: 'admin', clientId: 'PP_CFM_NEW' } as const
    const counted = async (pieces: number) => {
      const { data } = await app.call(startCount, { holdingId: at.vault.id, reason: 'SPOT', witnessId: (await teller()).staffId }, cash)
      expect(open((await close(at)).data)).toContainEqual(expect.objectContaining({ title: 'Quỹ đang được kiểm', code: `${at.code}-Q` }))
      return app.call(submitCount, { sessionId: data?.id ?? '', lines: [{ denomination: 500_000, pieces }] }, cash)
    }
    const { data } = await counted(1)
    expect(open((await close(at)).data)).toMatchObject([
      { title: 'Chênh lệch quỹ chưa xử lý', code: data?.code, path: expect.stringContaining('/cfm-v2/counts/') },
    ])
    // The notes were another holding's: counted again, nothing is over.
    await counted(0)
    expect(await close(at)).toMatchObject({ status: 200 })
  })

  it('waits for the posting that is under way, and is refused with its cash', async () => {
    const at = await office()
    const client = await app.runtime.pool.connect()
    await client.query('begin')
    await client.query('select from ledger.unit_day where unit_id = $1 for key share', [at.id])
    const closing = close(at)
    await expect.poll(() => waiting(), POLL).toBe(1)
    await pour(at.vault, 5_000_00n)
    await client.query('commit')
    client.release()
    expect(await closing).toMatchObject({ status: 409, code: 'ORG-011' })
    expect(await scalar('select status from organisation.unit where id = $1', at.id)).toBe('ACTIVE')
    await pour(at.vault, -5_000_00n)
    expect(await close(at)).toMatchObject({ status: 200 })
  })
})

/** How many sessions of this database wait for a lock. */
const waiting = () =>
  scalar<number>('select count(*)::int from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()')

describe('a teller', () => {
  it('with an open shift is neither locked, deleted nor moved, by their account or by their record', async () => {
    const at = await office()
    const who = await teller()
    await shift(app.runtime.pool, at, who.staffId)
    const elsewhere = await scalar<string>("select id from organisation.unit where code = '010102'")
    const { data: user } = await app.call(findUser, { id: who.id }, admin)
    const refusals = [
      await app.call(changeUserStatus, { id: who.id, version: who.version, status: 'LOCKED' }, admin),
      await app.call(deleteUser, { id: who.id, version: who.version }, admin),
      await app.call(editUser, { id: who.id, version: who.version, fullName: user?.fullName ?? '', unitId: elsewhere }, admin),
      await app.call(changeStaffStatus, { id: who.staffId, version: who.staffVersion, status: 'LOCKED' }, admin),
      await app.call(moveStaffMember, { id: who.staffId, version: who.staffVersion, unitId: elsewhere, reason: 'Điều động' }, admin),
    ]
    for (const refused of refusals) {
      expect(refused).toMatchObject({ status: 409, code: 'ORG-012' })
      expect(open(refused.data)).toMatchObject([{ title: 'Ca chưa đóng' }])
    }
    await endShifts()
    expect(await teller()).toEqual(who)
  })

  it('who carries cash is not locked', async () => {
    const at = await office()
    const who = await teller()
    const [bag] = await app.runtime.db
      .transaction()
      .execute((tx) => openHoldings(tx, [{ code: `${at.code}-BT`, name: 'Bưu tá', kind: 'COURIER', unitId: at.id, staffId: who.staffId }]))
    if (!bag) throw new Error('no courier')
    await pour(bag, 7_000_00n)
    const refused = await app.call(changeUserStatus, { id: who.id, version: who.version, status: 'LOCKED' }, admin)
    expect(open(refused.data)).toMatchObject([{ title: 'Người áp tải còn giữ tiền', code: `${at.code}-BT` }])
    await pour(bag, -7_000_00n)
  })

  it('who is locked while a shift begins: one of the two is refused, whichever was first', async () => {
    const at = await office()
    const who = await teller()
    const outcomes: string[] = []
    for (let round = 0; round < 12; round++) {
      const { version } = await teller()
      const [locked, began] = await Promise.all([
        app.call(changeUserStatus, { id: who.id, version, status: 'LOCKED' }, admin),
        shift(app.runtime.pool, at, who.staffId).then(
          () => true,
          () => false,
        ),
      ])
      outcomes.push(`${locked.status === 200} ${began}`)
      await endShifts()
      await app.runtime.pool.query("update iam.user_account set status = 'ACTIVE' where id = $1", [who.id])
    }
    expect(outcomes.filter((one) => one !== 'true false' && one !== 'false true')).toEqual([])
  })

  it('who begins a shift first keeps the account open: the lock waits and is refused', async () => {
    const at = await office()
    const who = await teller()
    const client = await app.runtime.pool.connect()
    await client.query('begin')
    await shift(client, at, who.staffId)
    const locking = app.call(changeUserStatus, { id: who.id, version: (await teller()).version, status: 'LOCKED' }, admin)
    await expect.poll(() => waiting(), POLL).toBe(1)
    await client.query('commit')
    client.release()
    expect(await locking).toMatchObject({ code: 'ORG-012' })
    await endShifts()
  })
})

it('somebody without open work moves to another unit, and their account with them', async () => {
  const at = await office()
  const who = await teller(1)
  const from = who.unitId
  expect(await app.call(moveStaffMember, { id: who.staffId, version: who.staffVersion, unitId: from, reason: 'x' }, admin)).toMatchObject({
    code: 'ORG-013',
    errors: [{ field: 'unitId' }],
  })
  expect(await app.call(moveStaffMember, { id: who.staffId, version: who.staffVersion, unitId: at.id, reason: 'Điều động' }, admin)).toMatchObject({
    status: 200,
  })
  const [row] = (await app.list(searchStaff, { filter: { unitId: at.id } }, admin)).data?.result ?? []
  expect(row).toMatchObject({ id: who.staffId, unitId: at.id })
  expect((await app.call(findUser, { id: who.id }, admin)).data).toMatchObject({ unitId: at.id, version: who.version + 1 })
  const { rows } = await app.runtime.pool.query(
    "select subject_type, after from platform.audit_entry where (subject_type, subject_id) in (('organisation.staff', $1), ('iam.user_account', $2)) order by subject_type desc, id desc",
    [who.staffId, who.id],
  )
  expect(rows).toMatchObject([
    { subject_type: 'organisation.staff', after: { unitId: at.id, reason: 'Điều động' } },
    { subject_type: 'iam.user_account', after: { unitId: at.id } },
  ])
})

it('a merchant who is owed money is not closed', async () => {
  const [id = ''] = await app.runtime.db.transaction().execute(async (tx) =>
    createMerchants(tx, [
      {
        code: 'M-DONG',
        name: 'Phở Đông',
        address: '1 Trần Phú',
        phone: '0901234567',
        unitId: (await unitsByCode(tx, ['010101']))[0]?.id ?? '',
        feePlanId: null,
        settlementBankBin: '970436',
        settlementAccount: '1234567890',
        settlementName: 'PHO DONG',
      },
    ]),
  )
  const merchant = { accountId: await scalar<string>('select payable_account_id from merchants.merchant where id = $1', id) }
  const shut = () => app.runtime.pool.query("update merchants.merchant set status = 'CLOSED' where id = $1", [id])
  await pour(merchant, -3_000_00n)
  await expect(shut()).rejects.toThrow('is owed money')
  await pour(merchant, 3_000_00n)
  await shut()
  expect(await scalar('select status from merchants.merchant where id = $1', id)).toBe('CLOSED')
})
