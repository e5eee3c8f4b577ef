import { counterErrors, isOldPaper } from '#core/cash/contract/counter/counter.ts'
import { type AtCounter, countersOf, type PayoutDesk, payoutDesk, refusedShift } from '#core/cash/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import type { Admission, AdmissionContext, ReportedLine } from '#core/payments/server/public.ts'
import { payoutErrors } from '#core/payouts/contract/errors.ts'
import { claimRefusal, linesById, type PayableLine } from '#core/payouts/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cfmErrors } from '../../contract/errors.ts'
import { guaranteeKept } from '../../contract/parameters.ts'
import { lineCode, lineOf, type PayoutLineReport } from '../../contract/payouts.ts'
import { payoutSlip } from '../../contract/slip-kinds.ts'

type Line = ReportedLine<PayoutLineReport>
export type Own = { lineCode: string | null; tillCode: string; tellerCode: string; withoutShift: boolean }

/** What `stored` needs of a report. */
export interface Follow {
  at: AtCounter
  facts: PayoutLineReport
  line: PayableLine
  excess: boolean
}

interface Desk {
  lines: Map<string, PayableLine>
  money: PayoutDesk
  wrongPaid: string
}

export const sourceOf = ({ id }: Pick<PayableLine, 'id'>) => ({ kind: payoutSlip.kind, id: lineCode(id), code: lineCode(id) })

/** Which reports may be stored: their counter and their line, all of them looked up together; lines are locked. */
export async function admit(reports: readonly Line[], ctx: AdmissionContext): Promise<(AppError | Admission<Own>)[]> {
  const { tx } = ctx
  const counters = await countersOf(tx, reports)
  const ids = reports.flatMap(({ facts }) => lineOf(facts.lineCode) ?? [])
  const lines = await linesById(tx, [...new Set(ids)], { lock: true })
  const asked = reports.flatMap(({ facts, fact }, n) => {
    const at = counters[n]
    const line = lines.get(lineOf(facts.lineCode) ?? '')
    return line && !fact && at && !(at instanceof AppError)
      ? [{ till: at.till, source: sourceOf(line), owner: line.identityNumber, amount: parseMoney(facts.amount) }]
      : []
  })
  const money = await payoutDesk(ctx, asked, await parameter(ctx.db, guaranteeKept))
  const { account_id: wrongPaid } = await tx
    .selectFrom('payment.service_account')
    .select('account_id')
    .where('service', '=', reports[0]?.facts.service ?? '')
    .where('role', '=', 'wrongPaid')
    .executeTakeFirstOrThrow()
  const admitted = reports.map((report, n) => {
    const at = counters[n] as AppError | AtCounter
    return at instanceof AppError ? at : admitOne(report, at, { lines, money, wrongPaid })
  })
  await money.keep()
  return admitted
}

function admitOne({ facts, language, fact }: Line, at: AtCounter, desk: Desk): AppError | Admission<Own> {
  const line = desk.lines.get(lineOf(facts.lineCode) ?? '')
  if (!line) return refusedField('lineCode', payoutErrors.lineUnknown, language)
  if (isOldPaper(facts.payee)) return refusedField('payee.identityNumber', counterErrors.oldPaper, language)
  const refused = fact ? undefined : (refusedRequest({ facts, language }, line, at) ?? refusedMoney({ facts, language }, line, at, desk))
  if (refused) return refused
  // What was paid although the line did not owe it (any more): whoever paid it owes it.
  const excess = fact && (line.status !== 'UNPAID' || line.method !== 'CASH' || parseMoney(facts.amount) !== line.amount)
  // An attempt that failed leaves the line as it was.
  if (!excess && facts.outcome?.status !== 'FAILED')
    Object.assign(line, { status: 'CLAIMED', claimedAt: new Date(facts.occurredAt), paidUnit: at.till.unitName } satisfies Partial<PayableLine>)
  return {
    payer: { name: at.till.unitName },
    payee: { name: facts.payee.name },
    place: at.till,
    tellerStaffId: at.tellerStaffId,
    orderRef: lineCode(line.id),
    accounts: { till: at.till.accountId, list: excess ? desk.wrongPaid : line.accountId },
    own: { lineCode: lineCode(line.id), tillCode: facts.till, tellerCode: facts.teller, withoutShift: at.shift?.tillId !== at.till.id },
    follow: { at, facts, line, excess } satisfies Follow,
  }
}

type Asked = Pick<Line, 'facts' | 'language'>

/** Why a request to pay is refused: the counter, the line, the person. */
function refusedRequest({ facts, language }: Asked, line: PayableLine, at: AtCounter): AppError | undefined {
  const refused = refusedShift(at.shift, at.till.id) ?? claimRefusal(line, { unitId: at.till.unitId, at: new Date(facts.occurredAt) })
  if (refused) return refused
  const { identityNumber } = facts.payee
  if (identityNumber === line.identityNumber) return undefined
  if (line.receiverIdentity === null || identityNumber !== line.receiverIdentity) return refusedField('payee.identityNumber', cfmErrors.otherPerson, language)
  return facts.paper === undefined ? refusedField('paper', cfmErrors.paperNeeded, language) : undefined
}

function refusedMoney({ facts, language }: Asked, line: PayableLine, { till, tellerStaffId }: AtCounter, { money }: Desk): AppError | undefined {
  const amount = parseMoney(facts.amount)
  const source = sourceOf(line)
  if (amount !== line.amount) return refusedField('amount', cfmErrors.otherAmount, language, { order: source.code, amount: moneyText(line.amount) })
  return money.refuses({ source, amount, till, tellerStaffId, payee: facts.payee, owner: line.identityNumber, language })
}
