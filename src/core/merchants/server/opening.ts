import { z } from 'zod'
import { ask, decidedBy } from '#core/approvals/server/public.ts'
import { openAccounts } from '#core/ledger/server/public.ts'
import { bankName, listChoices } from '#core/masterdata/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import type { Ref } from '#platform/server/record/record.ts'
import { merchantOpeningKind } from '../contract/approval-kinds.ts'
import { APPROVE, OpeningPicture } from '../contract/changes.ts'
import type { submitMerchant } from '../contract/merchants.ts'
import { BUSINESS_LINES, MERCHANTS } from '../contract/words.ts'
import { requireChecked, requireFree } from './account-check.ts'
import { merchantApproval } from './approval.ts'
import { areaOf } from './area.ts'
import { checkTaxCode } from './drafts.ts'
import { MERCHANT, type MerchantRow, merchants, termsOf } from './records.ts'

const Payload = z.strictObject({ checkId: z.string(), verdict: z.string(), answeredName: z.string(), nameReason: z.string() })
type Payload = z.output<typeof Payload>

export const accountOf = (row: MerchantRow) => ({ bankBin: row.settlement_bank_bin, accountNumber: row.settlement_account, accountName: row.settlement_name })

export async function submit({ id, version, reason, nameReason = '' }: InputOf<typeof submitMerchant>, ctx: CommandContext): Promise<Ref> {
  const { row } = await merchants.forChange(ctx, { id, version })
  const { id: checkId, verdict, answeredName } = await requireChecked(ctx, accountOf(row), nameReason, ctx.language)
  const payload: Payload = { checkId, verdict, answeredName, nameReason }
  const asked = await ask(ctx, merchantOpening, { subjectId: id, version, payload, reason })
  ctx.subject(MERCHANT, id, { before: { status: row.status }, after: { status: 'SUBMITTED', request: asked.requestId, requested: { reason, nameReason } } })
  return { id, version: asked.subjectVersion }
}

/** Opening a merchant opens its account in the ledger; from then on it is paid. */
export const merchantOpening = merchantApproval<Payload>({
  ...merchantOpeningKind,
  payload: Payload,
  picture: OpeningPicture,
  entity: 'merchants.request',
  ask: `${MERCHANTS}/submit`,
  approve: APPROVE.opening,
  waits: { hold: 'submit', release: 'giveBack' },
  async describe(row, { verdict, answeredName, nameReason }, { tx }) {
    const account = accountOf(row)
    const bank = await bankName(tx, account.bankBin)
    const { name: unitName } = await tx.selectFrom('organisation.unit').select('name').where('id', '=', row.unit_id).executeTakeFirstOrThrow()
    return {
      before: {},
      after: {
        ...(await termsOf(tx, row)),
        unitName,
        businessLine: row.business_line === null ? null : ((await listChoices(tx, BUSINESS_LINES)).get(row.business_line) ?? row.business_line),
        address: row.address,
        areaName: await areaOf(tx, row.province_code, row.commune_code),
        ...account,
        bankName: bank,
        verdict,
        answeredName: answeredName || null,
        nameReason: nameReason || null,
      },
      beneficiary: `${account.accountName} · ${account.accountNumber} · ${bank}`,
    }
  },
  async apply(row, { checkId, nameReason }, ctx, note) {
    const { tx } = ctx
    await requireFree(tx, accountOf(row))
    if (row.tax_code !== null) await checkTaxCode(tx, row.tax_code, row.id)
    const stamp = decidedBy(ctx)
    const opened = await merchants.save(tx, stamp, row, { payable_account_id: await openPayable(tx, row), step_note: note }, 'open')
    await tx
      .insertInto('merchants.account_history')
      .values({
        ...{ merchant_id: row.id, bank_bin: row.settlement_bank_bin, account_number: row.settlement_account, account_name: row.settlement_name },
        ...{ check_id: checkId, name_reason: nameReason, proposed_by: row.updated_by, agreed_by: stamp.by, from_at: stamp.at },
      })
      .execute()
    return opened
  },
})

async function openPayable(tx: Tx, { id, code, name, unit_id }: MerchantRow): Promise<string> {
  const [account] = await openAccounts(tx, [payableAccount({ id, code, name, unitId: unit_id })])
  return account as string
}

/** The ledger account of what is owed to a merchant. */
export const payableAccount = ({ id, code, name, unitId }: { id: string; code: string; name: string; unitId: string }) =>
  ({
    code: `3388.${code}`,
    name: `Phải trả điểm bán ${name}`,
    class: 'LIABILITY',
    chart: 'MERCHANT_PAYABLE',
    keptBy: 'merchants',
    ownerType: 'MERCHANT',
    ownerId: id,
    unitId,
  }) as const
