import { sql } from 'kysely'
import type { Tx } from '#platform/server/database/db.ts'
import type { Stamp } from '#platform/server/record/record.ts'
import { encodeVietQr } from '../contract/codec/vietqr.ts'
import type { CodeKind } from '../contract/codes.ts'
import { type CodeColumns, numbering } from './facts.ts'
import { CODE, moveCodes } from './records.ts'

/** Rows of one statement. */
const BATCH = 1_000

/** An account to be opened. */
interface NewAccount {
  merchantId: string
  unitId: string
  ownerKind: 'MERCHANT' | 'ORDER' | 'PARCEL'
  ownerRef: string
  singleUse: boolean
  amount?: string | null
}

/** Numbers of accounts that nobody has had before: digits of one sequence behind the prefix, whoever keeps the account. `cap` in whole đồng. */
export async function drawAccountNumbers(tx: Tx, count: number): Promise<{ numbers: string[]; bank: string; cap: string }> {
  const { bank, prefix, cap } = await numbering(tx)
  const { rows } = await sql<{ digits: string }>`
    select lpad(nextval('vietqr.account_number')::text, 10, '0') as digits from generate_series(1, ${count})`.execute(tx)
  return { numbers: rows.map(({ digits }) => `${prefix}${digits}`), bank, cap }
}

/** Opens accounts, each under a number of its own. Answers them in order. */
export async function openAccounts(tx: Tx, { by, at }: Stamp, asked: readonly NewAccount[]) {
  const { numbers, bank, cap } = await drawAccountNumbers(tx, asked.length)
  const rows = asked.map(({ merchantId, unitId, ownerKind, ownerRef, singleUse, amount = null }, n) => ({
    number: numbers[n] as string,
    bank_bin: bank,
    owner_kind: ownerKind,
    owner_ref: ownerRef,
    merchant_id: merchantId,
    single_use: singleUse,
    amount,
    unit_id: unitId,
    // The trigger fills the place in; the type asks for it because the column may not be empty.
    head_unit_id: unitId,
    ...{ opened_by: by, opened_at: at, updated_by: by, updated_at: at },
  }))
  const made: { id: string; version: number }[] = []
  for (let from = 0; from < rows.length; from += BATCH)
    made.push(
      ...(await tx
        .insertInto('vietqr.virtual_account')
        .values(rows.slice(from, from + BATCH))
        .returning(['id', 'version'])
        .execute()),
    )
  return made.map(({ id, version }, n) => ({ id, version, number: rows[n]?.number ?? '', bank, cap }))
}

/** A code to be made, its facts checked. */
export interface NewCode {
  merchant: { id: string; code: string }
  unitId: string
  kind: CodeKind
  columns: CodeColumns
  replacesId?: string
  active: boolean
}

export interface MadeCode {
  id: string
  version: number
  code: string
  number: string
}

/** Makes codes, each with an account of its own; they begin as drafts, and those that are to be used are activated. Answers them in order. */
export async function makeCodes(tx: Tx, stamp: Stamp, asked: readonly NewCode[]): Promise<MadeCode[]> {
  const { by, at } = stamp
  const opened = await openAccounts(
    tx,
    stamp,
    asked.map(({ merchant, unitId, kind }) => ({
      ...{ merchantId: merchant.id, unitId, ownerKind: 'MERCHANT' as const, ownerRef: merchant.code },
      singleUse: kind === 'DYNAMIC',
    })),
  )
  const { rows: drawn } = await sql<{ code: string }>`
    select 'QRC' || lpad(nextval('vietqr.code_number')::text, 8, '0') as code from generate_series(1, ${asked.length})`.execute(tx)
  const rows = asked.map(({ merchant, unitId, kind, columns, replacesId = null }, n) => {
    const { id, number, bank, cap } = opened[n] as (typeof opened)[number]
    return {
      ...{ code: drawn[n]?.code ?? '', kind, merchant_id: merchant.id, account_id: id, ...columns },
      payload: payloadOf({ kind, bank, number, cap }, columns),
      ...{ replaces_id: replacesId, unit_id: unitId, head_unit_id: unitId },
      ...{ created_by: by, created_at: at, updated_by: by, updated_at: at },
    }
  })
  const made: { id: string; code: string; version: number }[] = []
  for (let from = 0; from < rows.length; from += BATCH)
    made.push(
      ...(await tx
        .insertInto(CODE)
        .values(rows.slice(from, from + BATCH))
        .returning(['id', 'code', 'version'])
        .execute()),
    )
  const active = made.filter((_, n) => asked[n]?.active)
  const versions = await moveCodes(
    tx,
    stamp,
    active.map(({ id }) => id),
    'activate',
  )
  return made.map((one, n) => ({ ...one, version: versions.get(one.id) ?? one.version, number: opened[n]?.number ?? '' }))
}

/** What the picture of a code says. */
export function payloadOf({ kind, bank, number, cap }: { kind: CodeKind; bank: string; number: string; cap: string }, { amount, memo }: CodeColumns): string {
  return encodeVietQr(
    {
      ...{ kind, bankBin: bank, account: number, service: 'ACCOUNT' },
      ...(amount === null ? {} : { amount: amount.replace(/\.00$/, '') }),
      ...(memo === '' ? {} : { memo }),
    },
    { cap },
  )
}
