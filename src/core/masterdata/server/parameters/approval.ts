import { sql } from 'kysely'
import { type ApprovalKind, decidedBy, defineRecordApproval } from '#core/approvals/server/public.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { parameterChangeKind } from '#core/masterdata/contract/parameters/approval-kind.ts'
import { ParameterChange, ParameterPicture, parameterPermissions } from '#core/masterdata/contract/parameters/parameter.ts'
import type { ParameterType } from '#core/masterdata/contract/parameters/parameter-types.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineRecord, type RowOf } from '#platform/server/record/record.ts'

export type Row = RowOf<'masterdata.parameter'>

export const parameters = defineRecord({
  table: 'masterdata.parameter',
  unique: { column: 'key', error: masterdataErrors.parameterKeyTaken },
  picture: (row) => ({
    key: row.key,
    type: row.type,
    value: row.value,
    description: row.description,
    descriptionEn: row.description_en,
    minimum: row.minimum,
    maximum: row.maximum,
    critical: row.critical,
  }),
  form: ({ description: descriptionVi, descriptionEn, value, minimum, maximum }) => ({ descriptionVi, descriptionEn, value, minimum, maximum }),
})

/** A change of a critical parameter: one person asks, another decides; until then the old value counts. */
export const parameterChange: ApprovalKind = defineRecordApproval(parameters, {
  ...parameterChangeKind,
  subjectPath: () => '/system-config/global-param',
  payload: ParameterChange,
  picture: ParameterPicture,
  entity: 'masterdata.parameterChange',
  permissions: parameterPermissions,
  days: 7,
  noHeadOffice: masterdataErrors.noHeadOffice,
  describe: async (row, change) => ({
    code: row.key,
    before: pictureOf(row.type, row),
    after: change.kind === 'set' ? pictureOf(row.type, change) : {},
    rows: 1,
  }),
  async apply(row, change, ctx) {
    const { tx } = ctx
    if (change.kind === 'set') return parameters.save(tx, decidedBy(ctx), row, columnsOf(change))
    await nameRemoval(tx, decidedBy(ctx).by, change.reason)
    return tx.deleteFrom('masterdata.parameter').where('id', '=', row.id).execute()
  },
})

type Shown = Pick<Row, 'value' | 'minimum' | 'maximum' | 'description'>

function pictureOf(type: string, { value, minimum, maximum, description }: Shown): Record<string, string | null> {
  return { ...valueField(type as ParameterType, value), minimum, maximum, description }
}

function valueField(type: ParameterType, value: string): Record<string, string> {
  switch (type) {
    case 'MONEY':
      return { amount: value }
    case 'DATE':
      return { day: value }
    case 'BOOLEAN':
      return { yesNo: value === 'true' ? 'YES' : 'NO' }
    default:
      return { text: value }
  }
}

export function columnsOf({ value, description, descriptionEn, minimum, maximum, reason }: Extract<ParameterChange, { kind: 'set' }>) {
  return { value, description, description_en: descriptionEn, minimum, maximum, reason }
}

/** Says to the history, which the database keeps, who removes a parameter in this transaction and why. */
export async function nameRemoval(tx: Tx, account: string, reason: string): Promise<void> {
  await sql`select set_config('masterdata.actor', ${account}, true), set_config('masterdata.reason', ${reason}, true)`.execute(tx)
}
