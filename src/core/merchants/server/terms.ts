import { z } from 'zod'
import { ask, decidedBy } from '#core/approvals/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError } from '#kernel/errors.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { merchantTermsKind } from '../contract/approval-kinds.ts'
import { APPROVE, type proposeTerms, TermsPicture } from '../contract/changes.ts'
import { merchantErrors } from '../contract/errors.ts'
import { MERCHANTS } from '../contract/words.ts'
import { merchantApproval } from './approval.ts'
import { checkTaxCode, checkTerms, requireState, type Terms, termColumns } from './drafts.ts'
import { MERCHANT, merchants, planCode, termsOf } from './records.ts'

const Payload = z.strictObject({
  legalName: z.string(),
  legalKind: z.enum(['ENTERPRISE', 'HOUSEHOLD', 'INDIVIDUAL']),
  taxCode: z.string(),
  representative: z.string(),
  feePlanId: z.string().optional(),
  settlementCycle: z.enum(['T0', 'T1', 'WEEKLY']),
  settlementWeekday: z.enum(['1', '2', '3', '4', '5', '6', '7']).optional(),
  limitOnce: z.string().optional(),
  limitDay: z.string().optional(),
})

export async function propose({ id, version, reason, ...terms }: InputOf<typeof proposeTerms>, ctx: CommandContext): Promise<OutputOf<typeof proposeTerms>> {
  const { row } = await merchants.forChange(ctx, { id, version })
  requireState(row, ['ACTIVE', 'LOCKED'])
  await checkTerms(ctx, terms, id)
  const { requestId, subjectVersion } = await ask(ctx, merchantTerms, { subjectId: id, version, payload: terms, reason })
  ctx.subject(MERCHANT, id, { after: { request: requestId, requested: { reason } } })
  return { id, version: subjectVersion, requestId }
}

const money = (text: string | undefined) => (text === undefined ? null : formatMoney(parseMoney(text)))

/** Legal identity, fee plan, cycle and limits of a merchant that is open. */
export const merchantTerms = merchantApproval<Terms>({
  ...merchantTermsKind,
  payload: Payload,
  picture: TermsPicture,
  entity: 'merchants.request',
  ask: `${MERCHANTS}/submit`,
  approve: APPROVE.terms,
  async describe(row, terms, { tx }) {
    const before = await termsOf(tx, row)
    const after = {
      legalName: terms.legalName,
      legalKind: terms.legalKind,
      taxCode: terms.taxCode,
      representative: terms.representative,
      feePlanCode: await planCode(tx, terms.feePlanId ?? null),
      settlementCycle: terms.settlementCycle,
      settlementWeekday: terms.settlementWeekday ?? null,
      limitOnce: money(terms.limitOnce),
      limitDay: money(terms.limitDay),
    }
    if (Object.entries(after).every(([field, value]) => before[field] === value)) throw new AppError(merchantErrors.nothingChanged)
    return { before, after }
  },
  async apply(row, terms, ctx) {
    requireState(row, ['ACTIVE', 'LOCKED'])
    await checkTaxCode(ctx.tx, terms.taxCode, row.id)
    return merchants.save(ctx.tx, decidedBy(ctx), row, termColumns(terms))
  },
})
