/** Each rule of the system over what really happens: it finds nothing, then something with the way to it, then nothing again. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { closeDay, startCounting, submitDay } from '#core/cash/contract/day-close/days.ts'
import { openBusinessDate, openHoldings } from '#core/cash/server/public.ts'
import { getAlert, listAlerts } from '#core/controls/contract/alerts.ts'
import { runRule } from '#core/controls/server/run.ts'
import { createManualJournal, findManualJournal, reverseManualJournal } from '#core/ledger/contract/manual.ts'
import { closePeriod, fireAccount, openAccounts, post, sealJournals } from '#core/ledger/server/public.ts'
import { settleConflict } from '#core/outcomes/contract/cases.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { setupDocument, testSetup } from '../../test/matching.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../test/payments.ts'
import { type TreasuryWorld, treasuryWorld } from '../../test/treasury.ts'
import { controlRules } from './plugs/controls.ts'

let world: TreasuryWorld
let gateway: GatewayWorld
let contra: string
let expense: string
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeAll(async () => {
  world = await treasuryWorld()
  gateway = await gatewayWorld(world.runtime)
  const [one = '', other = ''] = await inTx((tx) =>
    openAccounts(tx, [
      { code: 'CONTRA', name: 'Đối ứng', class: 'LIABILITY', chart: 'OTHER_PAYABLE' },
      { code: 'COSTS', name: 'Chi phí', class: 'EXPENSE', chart: 'OTHER_EXPENSE' },
    ]),
  )
  contra = one
  expense = other
})
afterAll(() => world?.close())

const inTx = <T>(work: (tx: Parameters<typeof post>[0]) => Promise<T>) => world.runtime.db.transaction().execute(work)
const now = () => world.clock.now()
const keyed = (as: string) => ({ as, headers: { 'idempotency-key': randomUUID() } })

let made = 0
async function journal(debit: string, credit: string, amount: bigint, businessDate = localDate(now())): Promise<void> {
  const key = `rules-${++made}`
  await inTx((tx) =>
    post(tx, {
      ...{ businessKey: key, kind: 'TEST', service: 'CASH', businessDate, occurredAt: now(), description: 'Thử' },
      ...{ sourceType: 'test', sourceId: key, officeUnitId: null },
      entries: [
        { accountId: debit, side: 'D', amount },
        { accountId: credit, side: 'C', amount },
      ],
    }),
  )
}

/** A till of office A with an amount in it, and the way to take some of it out again. */
async function till(code: string, amount: bigint, limits: { ceiling?: bigint; floor?: bigint } = {}) {
  const [holding] = await inTx((tx) => openHoldings(tx, [{ code, name: `Quầy ${code}`, kind: 'TILL', unitId: world.a.unitId, ...limits }]))
  if (!holding) throw new Error('no till')
  const move = (by: bigint, day?: string) => (by > 0n ? journal(holding.accountId, contra, by, day) : journal(contra, holding.accountId, -by, day))
  if (amount > 0n) await move(amount)
  return { ...holding, move }
}

/** Something that a rule is about. */
interface Case {
  rule: string
  /** How much later the rule runs. */
  after: number
  unit: () => string | null
  /** Makes it wrong; answers what is found and the address it leads to. */
  wrong(): Promise<{ subject: string; link: string | null; amount: string | null; mend(): Promise<unknown> }>
}

const ofA = () => world.a.unitId
const rowOf = async (externalRef: string) =>
  world.runtime.db.selectFrom('payment.transaction').selectAll().where('external_ref', '=', externalRef).executeTakeFirstOrThrow()
const accountId = async (code: string) =>
  (await world.runtime.db.selectFrom('ledger.account').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const unitId = async (code: string) =>
  (await world.runtime.db.selectFrom('organisation.unit').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
const send = async (body: unknown, path = '') =>
  expect(await gatewayCall(world.app, gateway.vcb, `/og-001/v1/transactions${path}`, body)).toMatchObject({ status: 200 })
let hcm = ''
let head = ''

/** A session of reconciliation as it stands in a state; `of`: the plug and the partner whose records it is about. */
async function session(status: string, columns: Record<string, unknown>, of?: { plug: string; partnerId: string }): Promise<{ id: string; code: string }> {
  const { db, database } = world.runtime
  const setup = await testSetup(db, setupDocument([{ keys: ['REFERENCE'] }]))
  const office = await db.selectFrom('organisation.unit').select('id').where('parent_id', 'is', null).executeTakeFirstOrThrow()
  head = office.id
  const today = localDate(now())
  const values = {
    ...{ code: `DS-${++made}`, setup_id: setup.setupId, revision_id: setup.revisionId, plug: of?.plug ?? setup.plug, partner_id: of?.partnerId ?? null },
    ...{ from_day: today, to_day: today, status, unit_id: head, head_unit_id: head },
    ...{ created_by: 'test', created_at: now(), updated_by: 'test', updated_at: now(), ...columns },
  }
  const names = Object.keys(values)
  const { rows } = await database.owner.query<{ id: string; code: string }>(
    `insert into reconciliation.session (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id, code`,
    Object.values(values),
  )
  return rows[0] as { id: string; code: string }
}
const reopen = (id: string) =>
  world.runtime.database.owner.query("update reconciliation.session set status = 'REVIEWING', settled_at = null, confirmed_at = null where id = $1", [id])

const cases: Case[] = [
  {
    rule: 'RECONCILIATION_BREAKS',
    after: 0,
    unit: () => head,
    async wrong() {
      const { id } = await session('REVIEWING', {})
      const { owner } = world.runtime.database
      const { rows } = await owner.query<{ id: string }>(
        `insert into reconciliation.break (session_id, kind, reference, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines, unit_id, head_unit_id, updated_by, updated_at)
         values ($1, 'MISSING_THEIRS', 'FT1', $2, 60000000, 0, 60000000, 1, 0, $3, $3, 'test', $4) returning id`,
        [id, localDate(now()), head, now()],
      )
      const mend = () =>
        owner.query("update reconciliation.break set status = 'RESOLVED', resolution = 'DISPUTE', resolved_at = $2 where session_id = $1", [id, now()])
      return { subject: rows[0]?.id ?? '', link: `/pp-par/doi_soats/xem_chi_tiet?id=${id}`, amount: '60000000.00', mend }
    },
  },
  {
    rule: 'RECONCILIATION_UNSETTLED',
    after: 10 * DAY,
    unit: () => head,
    async wrong() {
      const { id, code } = await session('CONFIRMED', { confirmed_by: 'ketoan', confirmed_at: now() })
      return { subject: code, link: `/pp-par/doi_soats/xem_chi_tiet?id=${id}`, amount: '0.00', mend: () => reopen(id) }
    },
  },
  {
    rule: 'RECONCILIATION_CHANGED',
    after: 0,
    unit: () => head,
    async wrong() {
      const settled = { settled_by: 'kiemsoat', settled_at: now(), ours_as_of: now() }
      const { id, code } = await session('SETTLED', settled, { plug: 'QR', partnerId: gateway.vcb.partnerId })
      await send(report({ occurredAt: isoLocal(now()) }))
      return { subject: code, link: `/pp-par/doi_soats/xem_chi_tiet?id=${id}`, amount: '0.00', mend: () => reopen(id) }
    },
  },
  {
    rule: 'CASH_OVER_CEILING',
    after: 2 * DAY,
    unit: ofA,
    async wrong() {
      const { id, move } = await till('RULE-OVER', 3_000_000_00n, { ceiling: 1_000_000_00n })
      return { subject: 'RULE-OVER', link: `/cfm-v2/holdings/${id}`, amount: '2000000.00', mend: () => move(-2_000_000_00n) }
    },
  },
  {
    rule: 'CASH_NOT_BANKED',
    after: DAY,
    unit: ofA,
    async wrong() {
      const { id, move } = await till('RULE-NIGHT', 3_000_000_00n)
      return { subject: 'RULE-NIGHT', link: `/cfm-v2/holdings/${id}`, amount: '3000000.00', mend: () => move(-3_000_000_00n) }
    },
  },
  {
    rule: 'CASH_UNDER_FLOOR',
    after: 0,
    unit: ofA,
    async wrong() {
      const { id, move } = await till('RULE-FLOOR', 400_000_00n, { floor: 1_000_000_00n })
      return { subject: 'RULE-FLOOR', link: `/cfm-v2/holdings/${id}`, amount: '600000.00', mend: () => move(600_000_00n) }
    },
  },
  {
    rule: 'CASH_IN_TRANSIT',
    after: 25 * HOUR,
    unit: ofA,
    async wrong() {
      await world.fund(world.va, world.a.unitId, 50_000_000_00n)
      const id = await world.dispatched(50_000_000)
      const { code } = await world.detail(id)
      const mend = async () => {
        expect((await world.start(id)).status).toBe(200)
        expect((await world.receive(id, 50_000_000)).status).toBe(200)
      }
      return { subject: code, link: `/pp-cfm/quan_ly_ngan_quy/detail?id=${id}`, amount: '50000000.00', mend }
    },
  },
  {
    rule: 'DAYS_NOT_CLOSED',
    after: DAY,
    unit: () => world.carrier.unitId,
    async wrong() {
      const date = await inTx((tx) => openBusinessDate(tx, world.carrier.unitId, now(), 'tinh01'))
      const day = () =>
        world.runtime.db.selectFrom('cash.day_close').select(['id', 'version']).where('unit_id', '=', world.carrier.unitId).executeTakeFirstOrThrow()
      const mend = async () => {
        const cash = { clientId: 'PP_CFM_NEW' } as const
        expect(await world.call(startCounting, await day(), { as: 'tinh01', ...cash })).toMatchObject({ status: 200 })
        expect(await world.call(submitDay, await day(), { as: 'tinh01', ...cash })).toMatchObject({ status: 200 })
        expect(await world.call(closeDay, await day(), { as: 'kiemsoat', ...cash })).toMatchObject({ status: 200 })
      }
      return { subject: date, link: `/cfm-v2/day-close/${(await day()).id}`, amount: null, mend }
    },
  },
  {
    rule: 'MONEY_DUE_NOT_COVERED',
    after: 0,
    unit: () => null,
    async wrong() {
      const [due = ''] = await inTx((tx) =>
        openAccounts(tx, [{ code: 'DUE', name: 'Phải trả', class: 'LIABILITY', chart: 'MONEY_ORDER_PAYABLE', ownerType: 'OPERATOR', minBalance: null }]),
      )
      const { rows } = await world.runtime.pool.query<{ held: string }>(
        "select sum(a.balance) as held from ledger.account a join ledger.chart c on c.id = a.chart_id where c.key in ('CASH_VAULT', 'CASH_TILL', 'CASH_IN_TRANSIT', 'BANK')",
      )
      const held = BigInt(Math.round(Number(rows[0]?.held))) * 100n
      await journal(expense, due, held + 700_00n)
      return { subject: 'VND', link: null, amount: '700.00', mend: () => journal(due, expense, held + 700_00n) }
    },
  },
  {
    rule: 'KEPT_SUMS',
    after: 0,
    unit: () => null,
    async wrong() {
      const day = localDate(now())
      const { rows } = await world.runtime.pool.query<{ id: string }>(
        "insert into payment.sum_repair (service, business_date, lines, repaired_at) values ('QR', $1, 3, $2) returning id",
        [day, new Date(now().getTime() - 7 * DAY + 2 * HOUR)],
      )
      const mend = async () => {
        later = 3 * HOUR
      }
      return { subject: `QR/${day}/${rows[0]?.id}`, link: null, amount: null, mend }
    },
  },
  {
    rule: 'UNKNOWN_OUTCOMES',
    after: 25 * HOUR,
    unit: () => world.a.unitId,
    async wrong() {
      const body = report({ amount: '90000', occurredAt: isoLocal(now()), outcome: { status: 'UNKNOWN', code: '68', message: 'timed out' } })
      await send(body)
      const { id, code } = await rowOf(body.externalRef)
      const outcome = { status: 'FAILED', code: '51', message: 'no money', occurredAt: isoLocal(now()) }
      return { subject: code, link: expect.stringContaining(id), amount: '90000.00', mend: () => send(outcome, `/${body.externalRef}/outcome`) }
    },
  },
  {
    rule: 'OUTCOME_CONFLICT',
    after: 0,
    unit: () => world.a.unitId,
    async wrong() {
      const body = report({ amount: '70000', occurredAt: isoLocal(now()) })
      await send(body)
      const { id, code } = await rowOf(body.externalRef)
      const other = { status: 'FAILED', code: '51', message: 'no money', occurredAt: isoLocal(now()) }
      expect(await gatewayCall(world.app, gateway.vcb, `/og-001/v1/transactions/${body.externalRef}/outcome`, other)).toMatchObject({ status: 409 })
      const mend = async () => {
        const found = await world.runtime.db
          .selectFrom('outcome.outcome_case')
          .select(['id', 'version'])
          .where('transaction_id', '=', id)
          .executeTakeFirstOrThrow()
        const asked = await world.call(settleConflict, { ...found, decision: 'RELEASE', note: 'Đối tác báo nhầm' }, { ...keyed('ketoan'), clientId: 'PP_CFM' })
        const request = { id: asked.data?.requestId ?? '', version: 0, decision: 'APPROVE' as const }
        expect(await world.call(decideRequest, request, keyed('admin'))).toMatchObject({ status: 200 })
      }
      return { subject: code, link: expect.stringContaining(id), amount: '70000.00', mend }
    },
  },
  {
    rule: 'LATE_FACTS',
    after: 0,
    unit: () => world.a.unitId,
    async wrong() {
      const day = addDays(localDate(now()), -20)
      await inTx((tx) => closePeriod(tx, { service: 'QR', unitId: null, granularity: 'DAY', date: day, at: now() }))
      const body = report({ amount: '80000', occurredAt: `${day}T10:00:00+07:00` })
      await send(body)
      const { id, code } = await rowOf(body.externalRef)
      // Nothing is to be done about it: it has come, and the alert goes with the time.
      return { subject: code, link: expect.stringContaining(id), amount: '80000.00', mend: async () => (later += 25 * HOUR) }
    },
  },
  {
    rule: 'MONEY_IN_SUSPENSE',
    after: 0,
    unit: () => hcm,
    async wrong() {
      hcm = await unitId('790101')
      const account = await accountId('3388.M-HCM')
      await inTx((tx) => fireAccount(tx, account, 'lock'))
      const body = report({ merchantCode: 'M-HCM', amount: '1000000' })
      await send(body)
      const { id, code } = await rowOf(body.externalRef)
      const { owner } = world.runtime.database
      const { rows } = await owner.query<{ id: string; amount: string; journal: string }>(
        'select id, amount, journal_id as journal from payment.suspense where transaction_id = $1',
        [id],
      )
      const mend = async () => {
        await inTx((tx) => fireAccount(tx, account, 'unlock'))
        await owner.query("update payment.suspense set status = 'SETTLED', settled_journal_id = $2, settled_at = now(), settled_by = 'ketoan' where id = $1", [
          rows[0]?.id,
          rows[0]?.journal,
        ])
      }
      return { subject: `${code}/${rows[0]?.id}`, link: expect.stringContaining(id), amount: rows[0]?.amount ?? '', mend }
    },
  },
  {
    rule: 'LARGE_MANUAL_JOURNALS',
    after: 0,
    unit: () => world.a.unitId,
    async wrong() {
      const lines = [
        { accountId: await accountId('811'), side: 'D' as const, amount: '100000000' },
        { accountId: await accountId('711'), side: 'C' as const, amount: '100000000' },
      ]
      const asked = await world.call(
        createManualJournal,
        { businessDate: localDate(now()), unitId: world.a.unitId, reason: 'Phân loại lại', lines },
        keyed('ketoan'),
      )
      const approve = async (id = '') =>
        expect(await world.call(decideRequest, { id, version: 0, decision: 'APPROVE' }, keyed('admin'))).toMatchObject({ status: 200 })
      await approve(asked.data?.requestId)
      const id = asked.data?.id ?? ''
      const { data } = await world.call(findManualJournal, { id }, { as: 'ketoan' })
      const mend = async () => {
        const back = await world.call(reverseManualJournal, { id, version: data?.version ?? 0, reason: 'Nhập nhầm' }, keyed('ketoan'))
        await approve(back.data?.requestId)
      }
      return { subject: data?.code ?? '', link: `/pp-gl/but_toan_dieu_chinh/${id}`, amount: '100000000.00', mend }
    },
  },
  {
    rule: 'UNSEALED_JOURNALS',
    after: 2 * HOUR,
    unit: () => null,
    async wrong() {
      await journal(expense, contra, 100n)
      return { subject: 'SEAL', link: null, amount: null, mend: () => sealJournals(world.runtime.db, world.runtime.config.secretKey) }
    },
  },
]

/** How much later than the clock the rules run. */
let later = 0
const rule = (code: string) => controlRules.find((one) => one.code === code) as (typeof controlRules)[number]
const run = async (code: string) => {
  const at = new Date(now().getTime() + ++later)
  await runRule(world.runtime, rule(code), at, '/crm/controls')
  return (await rule(code).query(world.runtime.db, at)).map((row) => ({ ...row, link: row.link ?? null }))
}
const alertsOf = async (code: string) => (await world.list(listAlerts, { filter: { rule: code }, pageSize: 100 }, { as: 'admin' })).data?.result ?? []

test.each(cases)('$rule opens and heals', async ({ rule: code, after, unit, wrong }) => {
  later = 0
  await run(code)
  const { mend, ...expected } = await wrong()
  const at = unit()
  const unitName = at && (await world.runtime.db.selectFrom('organisation.unit').select('name').where('id', '=', at).executeTakeFirstOrThrow()).name
  const alert = async () => (await alertsOf(code)).find((one) => one.unitName === unitName)
  expect(await alert()).toBeUndefined()
  later = after
  expect(await run(code)).toContainEqual(expect.objectContaining({ ...expected, unitId: at }))
  expect(await alert()).toMatchObject({ status: 'OPEN' })
  await mend()
  expect((await run(code)).map(({ subject }) => subject)).not.toContain(expected.subject)
  expect(await alert()).toMatchObject({ status: 'HEALED', rows: 0 })
})

test('the list of cases leaves no rule of the system out', () => {
  const elsewhere = [
    'RECONCILIATION_MISSING',
    'TRIAL_BALANCE',
    'PAYABLE_WRONG_SIDE',
    'STALE_REQUESTS',
    'PARTNER_DOWN',
    'WEBHOOK_DISABLED',
    'TRANSFERS_IN_TRANSIT',
    'RETURNED_UNMATCHED',
    'TRANSFERS_UNSENT',
    'REFUNDS_UNSENT',
    'PAYOUT_LIST_OVERDUE',
    'PAYOUT_LIST_LATE',
    'PAYOUT_REPORT_LATE',
    'POSTAL_REPORT_DUE',
    'PAYOUT_PAID_OTHERWISE',
    'PAYOUT_CARRIED_WAITING',
    'SETTLEMENT_DIFFERENCE',
    'SETTLEMENT_MADE_OF',
    'SETTLEMENT_HELD',
    'MERCHANT_OWES',
    'MERCHANT_PAID_TWICE',
    'COD_POSITIONS',
    'COD_DEBT_SUMS',
    'COD_KEPT_SUMS',
    'COD_KEY_ACCOUNTS',
    'COD_SURPLUS',
    'COD_ITEM_STATES',
    'COD_OVER_CEILING',
    'COD_LATE_HAND_IN',
  ]
  expect(controlRules.map(({ code }) => code).sort()).toEqual([...cases.map(({ rule: code }) => code), ...elsewhere].sort())
})

test('who counts a holding is not told by an alert what lies in it', async () => {
  const { staffId, account } = world.carrier
  const { id: holding, move } = await till('RULE-BLIND', 0n, { ceiling: 1_000_000_00n })
  await move(3_000_000_00n, addDays(localDate(now()), -3))
  later = 3 * DAY
  await run('CASH_OVER_CEILING')
  const alert = (await alertsOf('CASH_OVER_CEILING')).find(({ status }) => status === 'OPEN')
  expect(alert).toMatchObject({ amount: null })
  const amounts = async (as: string) =>
    (await world.call(getAlert, { id: alert?.id ?? '' }, { as })).data?.found.find(({ subject }) => subject === 'RULE-BLIND')?.amount
  expect([await amounts(account), await amounts('admin')]).toEqual(['2000000.00', '2000000.00'])
  const { owner } = world.runtime.database
  await owner.query(
    `insert into cash.count_session (holding_id, reason, counter_staff_id, counter_user_id, started_at)
     select $1, 'SPOT', $2, u.id, $3 from iam.user_account u where u.account = $4`,
    [holding, staffId, now(), account],
  )
  expect([await amounts(account), await amounts('admin')]).toEqual([null, '2000000.00'])
  await owner.query('update cash.count_session set ended_at = $2 where holding_id = $1', [holding, now()])
  expect(await amounts(account)).toBe('2000000.00')
})
