import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { type TestApp, testApp, testClock } from '../../test/app.ts'
import { type GatewayWorld, gatewayCall, gatewayWorld, report } from '../../test/payments.ts'
import { ReconciliationClerk } from '../../test/reconciliation.ts'
import { type Chance, chanceOf } from './simulator/dice.ts'
import { type Booked, type Change, type Seal, sealStatement } from './simulator/statements/sealing.ts'
import { FILE_KINDS, type FileKind, writeStatement } from './simulator/statements/writing.ts'

/** Statements a format; the long run has 200. */
const SEEDS = process.env.FAULTS === 'full' ? 200 : 3
/** Sessions that one database takes: each has a week of its own, the first of them the newest. */
const A_DATABASE = 8
const PAYMENTS = 60
const HOUR_MS = 3_600_000

/** The Monday of a week so many weeks ago; no day of any counts as a holiday here. Everything is reconciled on the Saturday after the newest. */
const monday = (ago: number): string => {
  const today = localDate(new Date())
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, -7 * (ago + 1) - ((weekday + 6) % 7))
}
const saturday = () => new Date(startOfDay(addDays(monday(0), 5)).getTime() + 8 * HOUR_MS)

const TIMES: Record<Change, number> = {
  DROPPED: 2,
  EXTRA: 2,
  DOUBLED: 2,
  AMOUNT: 2,
  DAY: 2,
  SWAPPED: 1,
  SWAPPED_EQUAL: 1,
  FEE: 2,
  STATUS: 2,
  LATE: 2,
}

const RULES = [
  { name: 'Mã tham chiếu', keys: ['REFERENCE'], windowDays: 1 },
  { name: 'Số chứng từ', keys: ['DOCUMENT_NO'], windowDays: 1 },
  { name: 'Số tiền, ngày, tài khoản', keys: ['AMOUNT', 'DAY', 'ACCOUNT'], windowDays: 0 },
]

let it: TestApp | undefined
afterEach(async () => {
  await it?.close()
  it = undefined
})

/** Payments of a week as a bank's channel reports them; some end badly, of some nobody knows the end. */
function payments(chance: Chance, from: string): { booked: Booked; line: object }[] {
  return Array.from({ length: PAYMENTS }, (_, n) => {
    const day = addDays(from, n % 5)
    const second = 28_800 + chance.below(30_000)
    const at = new Date(startOfDay(day).getTime() + second * 1000)
    const status = n % 15 === 7 ? 'FAILED' : n % 15 === 11 ? 'UNKNOWN' : 'SUCCEEDED'
    // Some amounts occur twice on a day, so that references of equal payments can change places.
    const amount = n % 10 < 2 ? 250_000 : 10_000 * (1 + chance.below(900)) + 1_000 * (n % 10)
    const reference = `T${chance.digits(10)}`
    const documentNo = `FT${chance.digits(10)}`
    const account = chance.digits(12)
    const outcome = {
      SUCCEEDED: { status: 'SUCCEEDED', code: '00', message: 'ok', evidence: { bankReference: documentNo } },
      FAILED: { status: 'FAILED', code: '51', message: 'Số dư không đủ' },
      UNKNOWN: { status: 'UNKNOWN', code: '68', message: 'Quá thời gian chờ' },
    }[status]
    const payer = { name: 'NGUYEN THI LAN', account, bankBin: '970436' }
    return {
      booked: {
        ...{ reference, documentNo, day, time: isoLocal(at).slice(11, 19), amount: parseMoney(`${amount}.00`), account, name: payer.name },
        ...{ text: `TT ${reference}`, status: status as Booked['status'] },
      },
      line: report({ externalRef: reference, amount: String(amount), payer, memo: `TT ${reference}`, occurredAt: isoLocal(at), outcome: outcome as never }),
    }
  })
}

const shown = ({ kind, references, difference }: Seal) => `${kind} ${references.join('+')} ${difference}`

/** What was found, as a seal says it: by the references of all lines of a break. */
async function found({ runtime }: TestApp, sessionId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; refs: string[]; difference: string }>`
    select b.kind, b.difference::text, (select array_agg(distinct l.reference order by l.reference) from reconciliation.break_line x
        join reconciliation.session s on s.id = x.session_id
        join reconciliation.line l on l.session_id = x.session_id and l.side = x.side and l.no = x.no and l.period = s.from_day where x.break_id = b.id) as refs
      from reconciliation.break b where b.session_id = ${sessionId}`.execute(runtime.db)
  return rows.map(({ kind, refs, difference }) => `${kind} ${refs.join('+')} ${difference}`).sort()
}

interface Week {
  clerk: ReconciliationClerk
  world: GatewayWorld
  clock: ReturnType<typeof testClock>
  setupId: string
}

/** One statement from its payments to its breaks. */
async function reconciled({ clerk, world, clock, setupId }: Week, kind: FileKind, seed: number, ago: number) {
  const from = monday(ago)
  const to = addDays(from, 4)
  const made = payments(chanceOf(seed * 7919 + FILE_KINDS.indexOf(kind)), from)
  const reply = await gatewayCall<{ refused: number }>(
    clerk.it.app,
    world.vcb,
    '/og-002/v1/transactions/batch',
    made.map(({ line }) => JSON.stringify(line)).join('\n'),
    {
      at: clock.now(),
    },
  )
  expect(reply.data?.refused, JSON.stringify(reply)).toBe(0)
  // A format without accounts cannot show that two references have changed places; only of the newest week something may still come.
  const times = { ...TIMES, ...(kind === 'MT940' ? { SWAPPED_EQUAL: 0 } : {}), ...(ago > 0 ? { LATE: 0 } : {}) }
  const sealed = sealStatement(
    made.map(({ booked }) => booked),
    { seed, from, to, due: ago > 0 ? to : addDays(to, -1), times, windowDays: 1 },
  )
  const file = writeStatement(kind, { account: '0011001234567', from, to, opening: parseMoney('5000000000.00') }, sealed.entries)
  const id = await clerk.session(setupId, from, to)
  await clerk.upload(id, file)
  const read = await clerk.detail(id)
  expect(read.statements.map(({ status, fault, rejected, gap }) => ({ status, fault, rejected, gap }))).toEqual([
    { status: 'STAGED', fault: null, rejected: 0, gap: null },
  ])
  expect(read.theirsLines, 'lines of the file').toBe(sealed.entries.length)
  await clerk.match(id)
  return { id, sealed }
}

async function opened(kind: FileKind): Promise<Week> {
  const clock = testClock(saturday())
  it = await testApp({ clock })
  const world = await gatewayWorld(it.runtime)
  // No day of these weeks is a holiday.
  await sql`delete from masterdata.global_list_entry e using masterdata.global_list l where l.id = e.list_id and l.code like '%HOLIDAY%'`.execute(
    it.runtime.database.db,
  )
  const clerk = new ReconciliationClerk(it, qrReconciliation, 'PP_QR')
  const { format } = writeStatement(kind, { account: '0011001234567', from: monday(0), to: monday(0), opening: 0n }, [])
  const document = SetupDocument.parse({ format, account: '0011001234567', rules: RULES, fee: {} })
  const setupId = await clerk.setup({ code: `QR-${kind}`, name: `Sao kê ${kind}`, plug: 'QR', partnerId: world.vcb.partnerId, document })
  return { clerk, world, clock, setupId }
}

describe.each(FILE_KINDS)('statements in %s', (kind) => {
  test('exactly the breaks that were sealed are found, nothing is lost, and matching again gives the same', async () => {
    let week: Week | undefined
    for (let seed = 0; seed < SEEDS; seed++) {
      if (seed % A_DATABASE === 0) {
        await it?.close()
        week = await opened(kind)
      }
      const { id, sealed } = await reconciled(week as Week, kind, seed + 1, seed % A_DATABASE)
      const clerk = (week as Week).clerk
      expect(await found(clerk.it, id), `seed ${seed + 1}`).toEqual(sealed.seals.map(shown).sort())
      const detail = await clerk.detail(id)
      expect(detail.waitingOurs, 'expected with the next statement').toBe(sealed.late.length)
      expect(detail.oursLines).toBe(detail.matchedOurs + detail.brokenOurs + detail.waitingOurs)
      expect(detail.theirsLines).toBe(detail.matchedTheirs + detail.brokenTheirs + detail.waitingTheirs)
      expect(parseMoney(detail.difference)).toBe(
        parseMoney(detail.matchedDifference) + parseMoney(detail.brokenDifference) + parseMoney(detail.waitingDifference),
      )
      await clerk.match(id)
      expect((await clerk.detail(id)).resultHash).toBe(detail.resultHash)
    }
  }, 3_600_000)
})
