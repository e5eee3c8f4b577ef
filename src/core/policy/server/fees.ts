import { AppError, type ErrorDefinition, errors, type FieldError } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, parseMoney, showMoney } from '#kernel/money.ts'
import type { Queryable, Tx } from '#platform/server/database/db.ts'
import { type FeeInput, type FeeRow, feeErrors } from '../contract/fees.ts'

/** Refuses rows that contradict themselves or each other, each at its field. */
export function checkFees(fees: readonly FeeInput[], language: Language): void {
  const faults: FieldError[] = []
  const fault = (row: number, field: string, definition: ErrorDefinition, params: Record<string, string | number> = {}) =>
    faults.push({ field: `fees.${row}.${field}`, code: definition.code, message: fill(definition[language], params) })
  const bands: Band[] = fees.map((fee) => ({ from: parseMoney(fee.amountFrom), to: fee.amountTo == null ? null : parseMoney(fee.amountTo), fee }))
  bands.forEach(({ from, to, fee }, row) => {
    if (to !== null && to <= from) fault(row, 'amountTo', feeErrors.feeBand)
    if (fee.maximum != null && parseMoney(fee.maximum) < parseMoney(fee.minimum)) fault(row, 'maximum', feeErrors.feeMaximum)
    const other = bands.slice(0, row).findIndex((one) => sameParty(one.fee, fee) && (one.to === null || from < one.to) && (to === null || one.from < to))
    if (other >= 0) fault(row, 'amountFrom', feeErrors.feeOverlap, { row: other + 1 })
  })
  const shown = (amount: Hundredths) => showMoney(formatMoney(amount), language, amount % 100n === 0n ? 0 : 2)
  if (faults.length === 0) for (const { row, from, to } of gapsIn(bands)) fault(row, 'amountFrom', feeErrors.feeGap, { from: shown(from), to: shown(to) })
  if (faults.length > 0) throw new AppError(errors.validation, {}, { fields: faults })
}

interface Band {
  from: Hundredths
  /** Not included; null: without end. */
  to: Hundredths | null
  fee: FeeInput
}

/**
 * Amounts between two rows of one party that no row speaks of, with the row after them. What rows for everybody cover is no gap for a
 * partner or a unit. The rows do not overlap.
 */
function gapsIn(bands: readonly Band[]): { row: number; from: Hundredths; to: Hundredths }[] {
  const ordered = bands.map((band, row) => ({ ...band, row })).sort((a, b) => (a.from < b.from ? -1 : 1))
  const everybody = ordered.filter(({ fee }) => sameParty(fee, EVERYBODY))
  const [first, last] = [everybody[0], everybody.at(-1)]
  const covered = (party: Party, from: Hundredths, to: Hundredths) =>
    !sameParty(party, EVERYBODY) && first && last && first.from <= from && (last.to === null || last.to >= to)
  return ordered.flatMap(({ row, from, fee }, at) => {
    const before = ordered.slice(0, at).findLast((one) => sameParty(one.fee, fee))
    return before?.to == null || before.to === from || covered(fee, before.to, from) ? [] : [{ row, from: before.to, to: from }]
  })
}

type Party = Pick<FeeInput, 'partnerId' | 'unitId'>
const EVERYBODY: Party = {}

const sameParty = (a: Party, b: Party) => (a.partnerId ?? null) === (b.partnerId ?? null) && (a.unitId ?? null) === (b.unitId ?? null)

/** Replaces the fees of a draft. Throws POL-008 for a partner or unit that is not there. */
export async function writeFees(tx: Tx, policyId: string, fees: readonly FeeInput[]): Promise<void> {
  await tx.deleteFrom('policy.fee').where('policy_id', '=', policyId).execute()
  const rows = fees.map((fee, at) => ({
    policy_id: policyId,
    line: at + 1,
    partner_id: fee.partnerId ?? null,
    unit_id: fee.unitId ?? null,
    amount_from: fee.amountFrom,
    amount_to: fee.amountTo ?? null,
    rate_bps: fee.rateBps,
    fixed: fee.fixed,
    minimum: fee.minimum,
    maximum: fee.maximum ?? null,
  }))
  try {
    await tx.insertInto('policy.fee').values(rows).execute()
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw new AppError(feeErrors.feeReference)
    throw error
  }
}

export async function feesOf(db: Queryable, policyId: string): Promise<FeeRow[]> {
  return db
    .selectFrom('policy.fee as f')
    .leftJoin('organisation.partner as p', 'p.id', 'f.partner_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 'f.unit_id')
    .where('f.policy_id', '=', policyId)
    .orderBy('f.line')
    .select(['f.line', 'f.partner_id as partnerId', 'p.name as partnerName', 'f.unit_id as unitId', 'u.name as unitName'])
    .select(['f.amount_from as amountFrom', 'f.amount_to as amountTo', 'f.rate_bps as rateBps', 'f.fixed', 'f.minimum', 'f.maximum'])
    .execute()
}

/** '≥ 0 → 5,000,000.00: 0.25% + 1,000.00 (1,000.00 – 50,000.00), Vietcombank'. The same in both languages, so that a picture is one. */
export function feeText(fee: FeeRow): string {
  const money = (value: string) => formatMoney(parseMoney(value)).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  const band = `${money(fee.amountFrom)} → ${fee.amountTo === null ? '∞' : money(fee.amountTo)}`
  const rate = `${(fee.rateBps / 100).toFixed(2)}% + ${money(fee.fixed)}`
  const bounds = `[${money(fee.minimum)} – ${fee.maximum === null ? '∞' : money(fee.maximum)}]`
  return [`${band}: ${rate} ${bounds}`, fee.partnerName, fee.unitName].filter(Boolean).join(', ')
}
