import { type Selectable, sql } from 'kysely'
import { type ApprovalKind, defineApprovalKind } from '#core/approvals/server/public.ts'
import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { ParameterChange, ParameterPicture, parameterPermissions } from '#core/masterdata/contract/parameters/parameter.ts'
import type { ParameterType } from '#core/masterdata/contract/parameters/parameter-types.ts'
import { headOffice } from '#core/organisation/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { DB, Tx } from '#platform/server/database/db.ts'
import { current } from '../refusal.ts'

export type Row = Selectable<DB['masterdata.parameter']>

/** What audit log and approvals call a parameter. */
export const SUBJECT = 'masterdata.parameter'

const DAYS = 7

/** A change of a critical parameter: one person asks, another decides; until then the old value counts. */
export const parameterChange: ApprovalKind = defineApprovalKind<ParameterChange>({
  name: 'PARAMETER_CHANGE',
  subjectType: SUBJECT,
  subjectPath: () => '/system-config/global-param',
  payload: ParameterChange,
  picture: ParameterPicture,
  entity: 'masterdata.parameterChange',
  permissions: { ask: parameterPermissions.ask, see: parameterPermissions.see },
  tiers: [{ upTo: null, decide: parameterPermissions.approve }],
  days: DAYS,
  async describe({ tx }, id, change) {
    const row = await lock(tx, id)
    const office = await headOffice(tx)
    if (!row) throw new AppError(errors.notFound)
    if (!office) throw new AppError(masterdataErrors.noHeadOffice)
    const place = { headUnitId: office.id, provinceUnitId: null, districtUnitId: null, officeUnitId: null, partnerId: null }
    return { code: row.key, place, before: pictureOf(row.type, row), after: change.kind === 'set' ? pictureOf(row.type, change) : {}, money: null, rows: 1 }
  },
  async hold({ tx }, { subjectId, version }) {
    return current(await lock(tx, subjectId), version).version
  },
  async versionNow({ tx }, id) {
    return (await lock(tx, id))?.version
  },
  async apply({ tx, now, actor }, { subjectId, payload }) {
    const row = await lock(tx, subjectId)
    if (!row) throw new AppError(errors.notFound)
    await applyChange(tx, row, payload, actor.replace(/^user:/, ''), now)
  },
  async release() {
    // Nothing was held: the parameter kept its value and its version.
  },
})

function lock(tx: Tx, id: string): Promise<Row | undefined> {
  return tx.selectFrom('masterdata.parameter').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

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

/** Carries a change out; the history is the database's. Answers the version after it. */
export async function applyChange(tx: Tx, row: Row, change: ParameterChange, account: string, now: Date): Promise<{ id: string; version: number }> {
  if (change.kind === 'remove') {
    await sql`select set_config('masterdata.actor', ${account}, true), set_config('masterdata.reason', ${change.reason}, true)`.execute(tx)
    await tx.deleteFrom('masterdata.parameter').where('id', '=', row.id).execute()
    return { id: row.id, version: row.version + 1 }
  }
  return await tx
    .updateTable('masterdata.parameter')
    .set({
      value: change.value,
      description: change.description,
      description_en: change.descriptionEn,
      minimum: change.minimum,
      maximum: change.maximum,
      reason: change.reason,
      version: row.version + 1,
      updated_at: now,
      updated_by: account,
    })
    .where('id', '=', row.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}
