/** Settling a session moves the books as far as both sides agree, all at once or not at all, and is undone as a whole. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { ask } from '#core/approvals/server/public.ts'
import { verifyLedger } from '#core/ledger/server/public.ts'
import { addDays, isoLocal, localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { qrReconciliationPlug } from '#subsystems/qr/server/reconciliation.ts'
import { testClock } from '../../../../../test/app.ts'
import { setupDocument } from '../../../../../test/matching.ts'
import { type RefundWorld, refundWorld } from '../../../../../test/refunds.ts'
import type { ReconciliationParts } from '../plug.ts'
import type { SessionRow } from '../sessions/records.ts'
import { settlementKinds } from './kinds.ts'
import { previewOf } from './preview.ts'

const clock = testClock()
const unused = () => Promise.reject(new Error('nothing is made of a line here'))
const parts: ReconciliationParts = {
  plugs: [qrReconciliationPlug({ payments: { report: unused, send: unused, outcome: unused }, byStatement: unused })],
  desks: [{ contracts: qrReconciliation }],
  requestDesks: [],
}
const [settlement, reversal] = settlementKinds(parts)

let test: RefundWorld
let partnerId: string
let setupId: string
let revisionId: string
beforeAll(async () => {
  test = await refundWorld({ clock })
  partnerId = test.world.vcb.partnerId
  const document = setupDocument([{ keys: ['REFERENCE'], toleranceAmount: '1000.00' }], { fee: { mode: 'NET' } } as never)
  const { rows } = await sql<{ setupId: string; revisionId: string }>`
    with setup as (
      insert into reconciliation.setup (code, name, plug, partner_id, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
      select 'QR-VCB', 'Đối soát QR với Vietcombank', 'QR', ${partnerId}, u.id, u.id, 'test', now(), 'test', now()
        from (select id from organisation.unit where parent_id is null) u returning id
    )
    insert into reconciliation.revision (setup_id, number, document, edited_at, created_by, created_at, updated_by, updated_at)
    select id, 1, ${JSON.stringify(document)}::jsonb, now(), 'test', now(), 'test', now() from setup returning setup_id as "setupId", id as "revisionId"`.execute(
    test.runtime.db,
  )
  ;({ setupId, revisionId } = rows[0] as { setupId: string; revisionId: string })
})
afterAll(() => test?.close())

/** Sessions of different days, so that none is in the way of another. */
let day = addDays(localDate(clock.now()), -2)
const anotherDay = () => {
  day = addDays(day, -1)
}
beforeEach(anotherDay)

interface Sums {
  ours: number
  theirs: number
}

interface Confirmed {
  matched: Sums
  /** Differences of matches, ours less theirs, whole đồng. */
  differences?: { amount: number; method: 'T' | 'F' }[]
  breaks?: (Sums & { resolution: string | null })[]
  asOf?: Date
  lines?: number
  /** In and out added up, and fees by contract, whole đồng. */
  moved?: number
  feeDue?: number
}

const money = (dong: number) => `${dong}.00`

/** A confirmed session with these sums, as the matching leaves it. */
async function confirmed({ matched, differences = [], breaks = [], asOf, lines = 2, moved = 0, feeDue = 0 }: Confirmed): Promise<string> {
  const sum = (side: keyof Sums) => money(breaks.reduce((all, one) => all + one[side], 0))
  const total = (side: keyof Sums) => money(matched[side] + breaks.reduce((all, one) => all + one[side], 0))
  const n = breaks.length
  const { rows } = await sql<{ id: string }>`
    insert into reconciliation.session (code, setup_id, revision_id, plug, partner_id, from_day, to_day, status, ours_as_of, ours_lines, ours_sum, theirs_lines, theirs_sum,
      moved_sum, fee_due, matched_ours, matched_theirs, matched_ours_sum, matched_theirs_sum, breaks, breaks_open, broken_ours, broken_theirs, broken_ours_sum, broken_theirs_sum,
      confirmed_by, confirmed_at, unit_id, head_unit_id, created_by, created_at, updated_by, updated_at)
    select reconciliation.next_code('DS', ${day}), ${setupId}, ${revisionId}, 'QR', ${partnerId}, ${day}, ${day}, 'CONFIRMED', ${asOf ?? clock.now()}, ${lines + n}, ${total('ours')}, ${lines + n}, ${total('theirs')},
      ${money(moved)}, ${money(feeDue)}, ${lines}, ${lines}, ${money(matched.ours)}, ${money(matched.theirs)}, ${n}, ${breaks.filter(({ resolution }) => resolution === null).length}, ${n}, ${n}, ${sum('ours')}, ${sum('theirs')},
      'ketoan', now(), u.id, u.id, 'ketoan', now(), 'ketoan', now()
    from (select id from organisation.unit where parent_id is null) u returning id`.execute(test.runtime.db)
  const { id } = rows[0] as { id: string }
  for (const [at, { amount, method }] of differences.entries()) {
    await sql`insert into reconciliation.match (session_id, no, difference, made_by, made_at) values (${id}, ${at + 1}, ${money(amount)}, 'ketoan', now())`.execute(
      test.runtime.db,
    )
    await sql`insert into reconciliation.pair (period, session_id, match_no, ours_no, theirs_no, rule, method) values (${day}, ${id}, ${at + 1}, ${at + 1}, ${at + 1}, 1, ${method})`.execute(
      test.runtime.db,
    )
  }
  for (const { ours, theirs, resolution } of breaks)
    await sql`
      insert into reconciliation.break (session_id, kind, reference, day, ours_sum, theirs_sum, at_risk, ours_lines, theirs_lines, status, resolution, resolved_at, unit_id, head_unit_id, updated_by, updated_at)
      select ${id}, 'AMOUNT', 'R1', ${day}, ${money(ours)}, ${money(theirs)}, ${money(Math.abs(ours - theirs))}, 1, 1,
        ${resolution ? 'RESOLVED' : 'OPEN'}, ${resolution}, ${resolution ? clock.now() : null}, u.id, u.id, 'ketoan', now()
      from (select id from organisation.unit where parent_id is null) u`.execute(test.runtime.db)
  return id
}

const sessionOf = (id: string): Promise<SessionRow> =>
  test.runtime.db.selectFrom('reconciliation.session').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<SessionRow>

async function asked(kind = settlement, id = ''): Promise<string> {
  if (!kind) throw new Error('no kind')
  const { runtime } = test
  const user = await runtime.db.selectFrom('iam.user_account').select(['id', 'account', 'full_name']).where('account', '=', 'ketoan').executeTakeFirstOrThrow()
  const { version } = await sessionOf(id)
  return runtime.db.transaction().execute(async (tx) => {
    const session = { userId: user.id, account: user.account, fullName: user.full_name, permissions: new Set([kind.permissions.ask]) }
    const { requestId } = await ask({ tx, now: clock.now(), session: session as never }, kind, {
      subjectId: id,
      version,
      payload: {},
      reason: 'Đã đối chiếu đủ',
    })
    return requestId
  })
}

async function decide(requestId: string, as = 'kiemsoat') {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return test.call(decideRequest, { id: requestId, version: 0, decision: 'APPROVE', reason: undefined }, { as, headers, clientId: 'O2O_CRM' })
}

/** Settles, and says what it was refused for. */
async function settle(id: string): Promise<string> {
  const reply = await decide(await asked(settlement, id))
  return reply.code
}

/** Balances by code, debit positive; those that are not open are nothing. */
async function balances(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ code: string; balance: string; side: string }>`
    select code, balance, normal_side as side from ledger.account where code in ('1388.VCB', '1121.VCB', '6417.VCB', '811.RECON', '711.RECON', '1381.RECON', '3381.RECON')`.execute(
    test.runtime.db,
  )
  return Object.fromEntries(rows.map(({ code, balance, side }) => [code, side === 'D' ? parseMoney(balance) : -parseMoney(balance)]))
}

/** What has moved since, in whole đồng; what has not is left out. */
async function movedSince(before: Record<string, bigint>): Promise<Record<string, number>> {
  const after = await balances()
  const moved = Object.keys(after).map((code) => [code, Number(((after[code] ?? 0n) - (before[code] ?? 0n)) / 100n)] as const)
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0))
}

describe('settling', () => {
  it('clears what matched, the fee, what tolerances let pass and each resolution where it belongs; the books balance', async () => {
    const before = await balances()
    const id = await confirmed({
      // 1,000,000 against 988,500: a fee of 11,000, 700 short and 200 over within the tolerance.
      matched: { ours: 1_000_000, theirs: 988_500 },
      differences: [
        { amount: 700, method: 'T' },
        { amount: -200, method: 'T' },
      ],
      breaks: [
        { ours: 50_000, theirs: 49_000, resolution: 'WRITE_OFF' },
        { ours: 30_000, theirs: 31_500, resolution: 'WRITE_OFF' },
        { ours: 20_000, theirs: 0, resolution: 'ADJUST' },
        { ours: 0, theirs: 40_000, resolution: 'ADJUST' },
        { ours: 10_000, theirs: 0, resolution: 'DISPUTE' },
        { ours: 5_000, theirs: 0, resolution: 'CARRY' },
        { ours: 8_000, theirs: 8_000, resolution: 'MATCH' },
      ],
    })
    expect(await settle(id)).toBe('API000')
    expect(await movedSince(before)).toEqual({
      '1121.VCB': 988_500 + 49_000 + 31_500 + 40_000,
      '1388.VCB': -(1_000_000 + 50_000 + 30_000 + 20_000),
      '6417.VCB': 11_000,
      '811.RECON': 700 + 1_000,
      '711.RECON': -200 - 1_500,
      '1381.RECON': 20_000,
      '3381.RECON': -40_000,
    })
    const row = await sessionOf(id)
    expect([row.status, row.settled_by]).toEqual(['SETTLED', 'kiemsoat'])
    const { rows } = await sql<{ kind: string; date: string; service: string }>`
      select kind, business_date::text as date, service from ledger.journal where source_type = 'reconciliation.session' and source_id = ${id} order by id`.execute(
      test.runtime.db,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['RECON_SETTLED', 'RECON_WRITE_OFF', 'RECON_ADJUSTED'])
    expect(new Set(rows.map(({ date, service }) => `${service} ${date}`))).toEqual(new Set([`RECON ${day}`]))
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })

  it('empties the clearing account of what was paid, when all of it agrees', async () => {
    const before = await balances()
    await test.pay({ amount: '120000', occurredAt: isoLocal(clock.now()) })
    await test.pay({ amount: '80000', occurredAt: isoLocal(clock.now()) })
    const id = await confirmed({ matched: { ours: 200_000, theirs: 200_000 } })
    expect(await settle(id)).toBe('API000')
    expect(await movedSince(before)).toEqual({ '1121.VCB': 200_000 })
  })

  it('takes a second person: who asked is refused, and nothing is posted', async () => {
    const before = await balances()
    const id = await confirmed({ matched: { ours: 1_000, theirs: 1_000 } })
    const reply = await decide(await asked(settlement, id), 'ketoan')
    expect(reply.status).toBe(403)
    expect([(await sessionOf(id)).status, await movedSince(before)]).toEqual(['CONFIRMED', {}])
  })

  it('is decided by who may decide on as much as has moved, however little is left of it', async () => {
    const decides = async (moved: number) => {
      const request = await asked(settlement, await confirmed({ matched: { ours: 1_000, theirs: 1_000 }, moved }))
      const row = test.runtime.db.selectFrom('approvals.request').select(['decide_permission', 'money_impact']).where('id', '=', request)
      const { decide_permission, money_impact } = await row.executeTakeFirstOrThrow()
      anotherDay()
      return [decide_permission, money_impact]
    }
    const { approveSettlement, approveLarge } = qrReconciliation.permissions
    expect(await decides(2_000_000_000)).toEqual([approveSettlement, '2000000000.00'])
    expect(await decides(2_000_000_001)).toEqual([approveLarge, '2000000001.00'])
  })

  it('is refused where the partner has kept more than the fees of its contract, and only then', async () => {
    const fee = (percent: string) =>
      sql`update reconciliation.revision set document = jsonb_set(document, '{fee,percent}', to_jsonb(${percent}::text)) where id = ${revisionId}`.execute(
        test.runtime.db,
      )
    await fee('1')
    const over = await confirmed({ matched: { ours: 100_000, theirs: 98_900 }, feeDue: 1_000 })
    const error = await asked(settlement, over).catch((caught: unknown) => caught)
    expect(error instanceof AppError && [error.definition.code, error.params]).toMatchObject(['RCS-006', { kept: { vi: '1.100' }, due: { vi: '1.000' } }])
    anotherDay()
    const due = await confirmed({ matched: { ours: 100_000, theirs: 99_000 }, feeDue: 1_000 })
    expect(await settle(due)).toBe('API000')
    await fee('0')
    expect(await settle(over)).toBe('API000')
  })

  it.each([
    ['open breaks', { breaks: [{ ours: 1_000, theirs: 0, resolution: null }] }, 'RCN-050'],
    ['a session that is not confirmed', { status: 'REVIEWING' }, 'RCS-004'],
    ['work under way', { task: 'MATCH' }, 'RCN-030'],
  ])('is refused with %s', async (_what, { status, task, ...more }: { status?: string; task?: string; breaks?: Confirmed['breaks'] }, code) => {
    const id = await confirmed({ matched: { ours: 1_000, theirs: 1_000 }, ...more })
    if (status) await sql`update reconciliation.session set status = ${status} where id = ${id}`.execute(test.runtime.db)
    if (task) await sql`update reconciliation.session set task = ${task} where id = ${id}`.execute(test.runtime.db)
    const error = await asked(settlement, id).catch((caught: unknown) => caught)
    expect(error instanceof AppError && error.definition.code).toBe(code)
  })

  it('names the payments that came after our side was taken in, also where they came between the asking and the decision', async () => {
    const kept = day
    day = localDate(clock.now())
    // The database stamps what comes with its own clock; what was written in the ten minutes before may have been under way.
    const id = await confirmed({ matched: { ours: 1_000, theirs: 1_000 }, asOf: new Date(Date.now() + 10 * 60_000) })
    const request = await asked(settlement, id)
    clock.advance(3_000)
    const late = await test.pay({ amount: '55000', occurredAt: isoLocal(clock.now()) })
    const { code } = await test.runtime.db.selectFrom('payment.transaction').select('code').where('id', '=', late).executeTakeFirstOrThrow()
    const { blockers } = await previewOf(test.runtime.db, parts, await sessionOf(id), 'vi')
    expect(blockers.join()).toContain(code)
    const reply = await decide(request)
    expect([reply.code, (await sessionOf(id)).status]).toEqual(['RCN-052', 'CONFIRMED'])
    day = kept
  })

  it('is previewed as it will be posted, account by account', async () => {
    const id = await confirmed({ matched: { ours: 10_000, theirs: 9_500 }, differences: [{ amount: 500, method: 'F' }] })
    const { lines, blockers } = await previewOf(test.runtime.db, parts, await sessionOf(id), 'vi')
    expect(blockers).toEqual([])
    expect(lines.map(({ accountCode, debit, credit }) => [accountCode, debit, credit])).toEqual([
      ['1121.VCB', '9500.00', null],
      ['811.RECON', '500.00', null],
      ['1388.VCB', null, '10000.00'],
    ])
  })

  it('counts what tolerances let pass against the write-offs of whoever approves, in the same transaction', async () => {
    await sql`
      insert into limits.role_limit (role_id, kind, amount, updated_by, updated_at)
      select id, 'WRITE_OFF', 900, 'test', now() from iam.role where code = 'CHECKER'`.execute(test.runtime.db)
    const before = await balances()
    const id = await confirmed({ matched: { ours: 20_000, theirs: 19_000 }, differences: [{ amount: 1_000, method: 'T' }] })
    expect(await settle(id)).toBe('LIM-001')
    expect([(await sessionOf(id)).status, await movedSince(before)]).toEqual(['CONFIRMED', {}])
    await sql`delete from limits.role_limit where kind = 'WRITE_OFF'`.execute(test.runtime.db)
  })
})

describe('undoing a settlement', () => {
  it('mirrors every journal, takes two people, and lets the session be settled again', async () => {
    const before = await balances()
    const id = await confirmed({ matched: { ours: 70_000, theirs: 69_000 }, breaks: [{ ours: 900, theirs: 0, resolution: 'WRITE_OFF' }] })
    expect(await settle(id)).toBe('API000')
    const refused = await asked(settlement, id).catch((caught: unknown) => caught)
    expect(refused instanceof AppError && refused.definition.code).toBe('RCS-004')
    expect((await decide(await asked(reversal, id))).code).toBe('API000')
    expect(await movedSince(before)).toEqual({})
    const row = await sessionOf(id)
    expect([row.status, row.settled_at]).toEqual(['REVIEWING', null])
    await sql`update reconciliation.session set status = 'CONFIRMED' where id = ${id}`.execute(test.runtime.db)
    expect(await settle(id)).toBe('API000')
    expect((await movedSince(before))['1388.VCB']).toBe(-70_900)
    expect(await verifyLedger(test.runtime.db)).toEqual([])
  })
})

describe('a million lines', () => {
  it('are settled by the one row of their session and three journals at most', async () => {
    const id = await confirmed({ matched: { ours: 1_000_000_000, theirs: 1_000_000_000 }, lines: 1_000_000 })
    const before = await sql<{ n: number }>`select count(*)::int as n from ledger.journal`.execute(test.runtime.db)
    expect(await settle(id)).toBe('API000')
    const after = await sql<{ n: number }>`select count(*)::int as n from ledger.journal`.execute(test.runtime.db)
    expect((after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0)).toBe(1)
    expect(formatMoney(parseMoney((await sessionOf(id)).matched_ours_sum))).toBe('1000000000.00')
  })
})
