import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { parameter } from '#core/masterdata/server/public.ts'
import { gatewayErrors } from '#core/payments/contract/errors.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { cobErrors } from '../../contract/errors.ts'
import type { ItemLine } from '../../contract/feed.ts'
import { mostPerItem } from '../../contract/parameters.ts'
import { applyEvents } from '../items/apply.ts'
import type { Taken } from '../items/ingest.ts'
import { isAhead } from './ahead.ts'
import { type FeedAnswer, type FeedCall, type RefusedBefore, refuseAll, takeTogether } from './group.ts'
import { type KeyAccount, keyAccountsBy, unitsBy } from './look-up.ts'

/** Takes items in, a group in one transaction, each once; what has waited for them is folded and booked with them. */
export function takeItems(call: FeedCall, lines: readonly ItemLine[]): Promise<FeedAnswer[]> {
  return takeTogether(
    call,
    lines,
    ({ code }) => code,
    (tx, some, refused) => take(call, tx, some, refused),
  )
}

/** The same within a transaction that does more, for what the portal itself accepts: a refusal is thrown and undoes all of it. */
export async function takeItemsIn(call: FeedCall, tx: Tx, lines: readonly ItemLine[]): Promise<void> {
  refuseAll(await take(call, tx, lines, () => undefined))
}

/** An item as it is known already. */
interface Known {
  partnerId: string
  hash: string | null
}

/** An item on its way in. */
interface NewItem {
  line: ItemLine
  hash: string
  acceptedUnitId: string
  deliveryUnitId: string
  keyAccountId: string | null
}

async function take(call: FeedCall, tx: Tx, lines: readonly ItemLine[], refused: RefusedBefore): Promise<Taken[]> {
  const { partnerId } = call.caller
  const codes = lines.map(({ code }) => code)
  const known = new Map(await itemsBy(tx, codes))
  const judge = await judgeOf(call, tx, lines)
  const fresh = new Map<number, NewItem>()
  const results = lines.map((line, at): Taken => {
    const before = known.get(line.code)
    const hash = hashOf(line)
    if (before) return told(line.code, before, { partnerId, hash })
    const item = refused(at) ?? (call.caller.suspended ? new AppError(gatewayErrors.partnerSuspended) : judge(line, hash))
    if (item instanceof AppError) return item
    known.set(line.code, { partnerId, hash })
    fresh.set(at, item)
    return 'created'
  })
  const now = call.runtime.clock.now()
  const made = await insert(tx, partnerId, [...fresh.values()], now)
  const late = [...fresh].filter(([, { line }]) => !made.has(line.code))
  if (late.length > 0) {
    // Somebody has told of them a moment ago.
    const stored = await itemsBy(
      tx,
      late.map(([, { line }]) => line.code),
    )
    for (const [at, { line, hash }] of late) results[at] = told(line.code, stored.get(line.code) as Known, { partnerId, hash })
  }
  await applyEvents(tx, [...made], now)
  return results
}

/** What a line of an item says that is known. */
function told(code: string, before: Known, { partnerId, hash }: { partnerId: string; hash: string }): Taken {
  if (before.partnerId !== partnerId) return new AppError(cobErrors.itemOfOtherPartner, { code })
  return before.hash === hash ? 'repeated' : new AppError(cobErrors.itemDiffers, { code })
}

async function itemsBy(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known & { code: string }>`
    select code, partner_id as "partnerId", encode(facts_hash, 'hex') as hash from cob.item where code = any(${[...codes]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

/** The same facts give the same hash, however amounts and times are written. It is stored for ever: its form does not change. */
function hashOf(line: ItemLine): string {
  const { acceptedAt, codAmount, postage, codFee } = line
  const amounts = [codAmount, postage, codFee].map((amount) => formatMoney(parseMoney(amount)))
  const { code, acceptedUnit, deliveryUnit, keyAccount, sender, receiver, content, weightGrams, postagePayer, route, promisedOn } = line
  const people = [sender.name, sender.phone, receiver.name, receiver.phone, receiver.address]
  const facts = [
    code,
    new Date(acceptedAt).toISOString(),
    acceptedUnit,
    deliveryUnit,
    keyAccount,
    people,
    content,
    weightGrams,
    amounts,
    postagePayer,
    route,
    promisedOn,
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Whether a new item may be taken in, with what it names; all look-ups for all lines together. */
async function judgeOf({ runtime, language }: FeedCall, tx: Tx, lines: readonly ItemLine[]): Promise<(line: ItemLine, hash: string) => NewItem | AppError> {
  const units = await unitsBy(
    tx,
    lines.flatMap(({ acceptedUnit, deliveryUnit }) => [acceptedUnit, deliveryUnit]),
  )
  const keyAccounts = await keyAccountsBy(
    tx,
    lines.flatMap(({ keyAccount }) => keyAccount ?? []),
  )
  const most = await parameter(tx, mostPerItem)
  const now = runtime.clock.now()
  const unitIn = (line: ItemLine, field: 'acceptedUnit' | 'deliveryUnit'): string | AppError => {
    const unit = units.get(line[field])
    return unit?.active ? unit.id : refusedField(field, cobErrors.feedUnitUnknown, language, { code: line[field] })
  }
  return (line, hash) => {
    const [acceptedUnitId, deliveryUnitId] = [unitIn(line, 'acceptedUnit'), unitIn(line, 'deliveryUnit')]
    if (acceptedUnitId instanceof AppError) return acceptedUnitId
    if (deliveryUnitId instanceof AppError) return deliveryUnitId
    const keyAccountId = keyAccountOf(line, keyAccounts, language)
    if (keyAccountId instanceof AppError) return keyAccountId
    if (isAhead(line.acceptedAt, now)) return refusedField('acceptedAt', cobErrors.inFuture, language)
    return overLimit(line, most, language) ?? { line, hash, acceptedUnitId, deliveryUnitId, keyAccountId }
  }
}

/** Its key account, which must be active to take items; none is a retail sender. */
function keyAccountOf({ keyAccount: code }: ItemLine, known: ReadonlyMap<string, KeyAccount>, language: Language): string | null | AppError {
  if (code === undefined) return null
  const found = known.get(code)
  return found?.status === 'ACTIVE' ? found.id : refusedField('keyAccount', cobErrors.keyAccountUnknown, language, { code })
}

function overLimit({ codAmount }: ItemLine, most: Hundredths, language: Language): AppError | undefined {
  const amount = parseMoney(codAmount)
  return amount > most ? refusedField('codAmount', cobErrors.overLimit, language, { amount: moneyText(amount), limit: moneyText(most) }) : undefined
}

/** An event's reference that no partner can give: theirs have no spaces. */
const ACCEPTANCE = 'ACCEPTED '

/** Inserts items with the event of their acceptance, in the order of their codes; answers the codes that were new. */
async function insert(tx: Tx, partnerId: string, items: readonly NewItem[], now: Date): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set()
  const rows = items.map(({ line, hash, acceptedUnitId, deliveryUnitId, keyAccountId }) => ({
    ...{ code: line.code, key_account_id: keyAccountId, sender_name: line.sender.name, sender_phone: line.sender.phone ?? '' },
    ...{ receiver_name: line.receiver.name, receiver_phone: line.receiver.phone ?? '', receiver_address: line.receiver.address ?? '' },
    ...{ content: line.content ?? '', weight_grams: line.weightGrams ?? null, cod_amount: line.codAmount, postage: line.postage },
    ...{ postage_payer: line.postagePayer, cod_fee: line.codFee, accepted_at: line.acceptedAt, accepted_unit_id: acceptedUnitId },
    ...{ unit_id: deliveryUnitId, route: line.route ?? '', promised_on: line.promisedOn ?? null, hash },
  }))
  const { rows: made } = await sql<{ code: string }>`
    with made as (
      insert into cob.item (code, partner_id, key_account_id, sender_name, sender_phone, receiver_name, receiver_phone, receiver_address, content, weight_grams,
        cod_amount, postage, postage_payer, cod_fee, accepted_at, accepted_unit_id, unit_id, route, promised_on, facts_hash, updated_at)
      select r.code, ${partnerId}::bigint, r.key_account_id, r.sender_name, r.sender_phone, r.receiver_name, r.receiver_phone, r.receiver_address, r.content, r.weight_grams,
          r.cod_amount, r.postage, r.postage_payer, r.cod_fee, r.accepted_at, r.accepted_unit_id, r.unit_id, r.route, r.promised_on, decode(r.hash, 'hex'), ${now}::timestamptz
        from json_to_recordset(${JSON.stringify(rows)}) as r (code text, key_account_id bigint, sender_name text, sender_phone text, receiver_name text, receiver_phone text,
          receiver_address text, content text, weight_grams integer, cod_amount numeric, postage numeric, postage_payer text, cod_fee numeric, accepted_at timestamptz,
          accepted_unit_id bigint, unit_id bigint, route text, promised_on date, hash text)
       order by r.code
      on conflict (code) do nothing
      returning id, code, accepted_at, accepted_unit_id
    ), accepted as (
      insert into cob.event (partner_id, reference, item_code, item_id, kind, at, unit_id, received_at)
      select ${partnerId}::bigint, ${ACCEPTANCE} || code, code, id, 'ACCEPTED', accepted_at, accepted_unit_id, ${now}::timestamptz from made order by code
    ) select code from made`.execute(tx)
  return new Set(made.map(({ code }) => code))
}
