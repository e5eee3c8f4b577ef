import { PORTAL } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { Language } from '#kernel/language.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { EventLine, ItemLine } from '../../contract/feed.ts'
import type { FeedCall } from '../feed/group.ts'
import { takeEventsIn } from '../feed/take-events.ts'
import { takeItemsIn } from '../feed/take-items.ts'
import { itemCode, type LotRow } from './records.ts'

/** In whose command items and events of collection requests are taken in: as those of any partner, in the name of the portal. */
interface Taking {
  tx: Tx
  runtime: Runtime
  /** Left out by the system's own steps. */
  language?: Language
}

async function callOf({ tx, runtime, language = 'vi' }: Taking): Promise<FeedCall> {
  const { id } = await tx.selectFrom('organisation.partner').select('id').where('code', '=', PORTAL).executeTakeFirstOrThrow()
  return { runtime, caller: { partnerId: id }, language }
}

/** Makes each line of a lot an item of its customer, to be delivered by the office that collects; answers which is which. */
export async function issueItems(
  taking: Taking,
  lot: LotRow,
  customer: { code: string; name: string },
  at: Date,
): Promise<{ lineId: string; itemId: string }[]> {
  const { tx } = taking
  const { code: acceptedUnit } = await tx.selectFrom('organisation.unit').select('code').where('id', '=', lot.unit_id).executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('cob.issuance_line as l')
    .innerJoin('organisation.unit as u', 'u.id', 'l.unit_id')
    .select(['l.id', 'l.line_no', 'l.payer_name', 'l.payer_phone', 'l.address', 'l.amount', 'l.due_on', 'l.note', 'l.reference', 'u.code as office'])
    .where('l.issuance_id', '=', lot.id)
    .orderBy('l.line_no')
    .execute()
  const lines = rows.map(
    (row): ItemLine => ({
      code: itemCode(lot.code, row.line_no),
      acceptedAt: isoLocal(at),
      acceptedUnit,
      deliveryUnit: row.office,
      keyAccount: customer.code,
      sender: { name: customer.name },
      receiver: { name: row.payer_name, ...(row.payer_phone ? { phone: row.payer_phone } : {}), address: row.address },
      content: row.note || `Nhờ thu ${row.reference}`,
      codAmount: row.amount,
      postage: '0.00',
      postagePayer: 'SENDER',
      codFee: '0.00',
      promisedOn: row.due_on,
    }),
  )
  await takeItemsIn(await callOf(taking), tx, lines)
  const items = await tx
    .selectFrom('cob.item')
    .select(['id', 'code'])
    .where(
      'code',
      'in',
      lines.map(({ code }) => code),
    )
    .execute()
  const ids = new Map(items.map(({ id, code }) => [code, id]))
  return rows.map(({ id, line_no }) => ({ lineId: id, itemId: ids.get(itemCode(lot.code, line_no)) as string }))
}

/** Tells the items of a lot what happened to them. */
export async function tell(taking: Taking, events: readonly EventLine[]): Promise<void> {
  if (events.length > 0) await takeEventsIn(await callOf(taking), taking.tx, events)
}

/** Nothing is to be collected for these any more. Lines that are no items yet are left out. */
export const cancelItems = (taking: Taking, lot: string, lines: readonly { id: string; line_no: number; item_id: string | null }[], at: Date): Promise<void> =>
  tell(
    taking,
    lines
      .filter(({ item_id }) => item_id !== null)
      .map(({ id, line_no }) => ({ reference: `NT-${id}-X`, item: itemCode(lot, line_no), kind: 'CANCELLED', at: isoLocal(at) })),
  )
