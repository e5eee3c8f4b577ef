import { sql } from 'kysely'
import { standingOf } from '#core/iam/server/public.ts'
import { parameter } from '#core/masterdata/server/public.ts'
import { merchantsInScope, type OwnMerchant } from '#core/merchants/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { ImportedRow } from '#kernel/import.ts'
import type { Hundredths } from '#kernel/money.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { handleImport, type ImportContext, type ImportRow, type PartOfRow, type RowProblem, rowProblem, ruleProblem } from '#platform/server/import/handler.ts'
import type { ImportDoor } from '#platform/server/module.ts'
import { publish } from '#platform/server/realtime/live.ts'
import { scopeOf } from '#platform/server/scope.ts'
import { importCodes } from '../contract/code-import.ts'
import { codeErrors } from '../contract/errors.ts'
import { codesTopic } from '../contract/machine.ts'
import { instantTransferCap } from '../contract/parameters.ts'
import { pictureOf } from './commands.ts'
import { columnsOf, factsFault } from './facts.ts'
import { makeCodes } from './make.ts'
import { CODE } from './records.ts'

type Input = ImportedRow<typeof importCodes>

/** Codes from a file, held to the rules of the form for one code, for merchants in the scope of whoever imports. */
export const codeImport: ImportDoor = {
  ...handleImport(importCodes, {
    check: async (rows, ctx, partly) => problemsOf(rows, partly, await knownOf(rows, partly, ctx)),
    apply,
  }),
  begin: async (_input, { session }) => ({ clientId: session.clientId }),
}

interface Known {
  merchants: ReadonlyMap<string, OwnMerchant>
  /** Codes of static codes in use, by merchant and counter. */
  inUse: ReadonlyMap<string, string>
  cap: Hundredths
  today: string
}

async function knownOf(rows: readonly ImportRow<Input>[], partly: readonly PartOfRow<Input>[], ctx: ImportContext): Promise<Known> {
  const { tx, userId, input, now } = ctx
  // Whoever imports, as they stand now: rights may have been taken away since the file was sent.
  const session = await standingOf({ db: tx }, userId, input.clientId ?? '')
  if (!session?.permissions.has(importCodes.permission)) throw new AppError(errors.forbidden)
  const codes = [...rows, ...partly].flatMap(({ value }) => value.merchantCode ?? [])
  // A code is found as it was written, else in capitals: sheets are typed by hand.
  const merchants = await merchantsInScope(scopeOf(tx, session), { codes: codes.flatMap((code) => [code, code.toUpperCase()]) })
  return {
    merchants: new Map(merchants.map((merchant) => [merchant.code, merchant])),
    inUse: await staticInUse(
      tx,
      merchants.map(({ id }) => id),
    ),
    cap: await parameter(tx, instantTransferCap),
    today: localDate(now),
  }
}

const merchantOf = ({ merchants }: Known, code: string) => merchants.get(code) ?? merchants.get(code.toUpperCase())

const placeOf = (merchantId: string, counter = '') => `${merchantId} ${counter.toLowerCase()}`

async function staticInUse(tx: Tx, merchantIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; merchantId: string; counter: string }>`
    select code, merchant_id as "merchantId", counter from vietqr.code
    where merchant_id = any(${merchantIds}::bigint[]) and kind = 'STATIC' and status in ('DRAFT', 'ACTIVE', 'LOCKED')`.execute(tx)
  return new Map(rows.map(({ code, merchantId, counter }) => [placeOf(merchantId, counter), code]))
}

/** What is wrong with a row by itself and with its merchant. */
function faultsOf({ number, value }: { number: number; value: Partial<Input> }, known: Known): RowProblem[] {
  const { cap, today } = known
  const { merchantCode, kind, validFrom, validTo } = value
  const problems: RowProblem[] = []
  if (merchantCode !== undefined) {
    const merchant = merchantOf(known, merchantCode)
    if (!merchant) problems.push(rowProblem(number, 'merchantCode', codeErrors.merchantUnknown))
    else if (merchant.status !== 'ACTIVE') problems.push(rowProblem(number, 'merchantCode', codeErrors.merchantInactive, { merchantCode }))
  }
  const fault = kind && factsFault(kind, value, { cap, merchant: merchantOf(known, merchantCode ?? '') })
  if (fault) problems.push(rowProblem(number, fault.field, fault.error, fault.params))
  for (const [field, day] of Object.entries({ validFrom, validTo })) if (day !== undefined && day < today) problems.push(ruleProblem(number, field, 'datePast'))
  if (validTo !== undefined && validTo >= today && validTo < (validFrom ?? today)) problems.push(ruleProblem(number, 'validTo', 'dateOrder'))
  return problems
}

/** Pure. */
function problemsOf(rows: readonly ImportRow<Input>[], partly: readonly PartOfRow<Input>[], known: Known): RowProblem[] {
  const first = new Map<string, number>()
  const twice = rows.flatMap(({ number, value }) => {
    const { merchantCode, kind, counter = '', amount = '', memo = '' } = value
    const key = JSON.stringify([merchantOf(known, merchantCode)?.code ?? merchantCode, kind, counter.toLowerCase(), amount, memo])
    const before = first.get(key)
    if (before !== undefined) return [rowProblem(number, null, codeErrors.sameInFile, { row: before })]
    first.set(key, number)
    const code = kind === 'STATIC' ? known.inUse.get(placeOf(merchantOf(known, merchantCode)?.id ?? '', counter)) : undefined
    return code === undefined ? [] : [rowProblem(number, 'counter', codeErrors.sameAsCode, { code })]
  })
  // A field that was refused by itself is not looked at again.
  const ofParts = partly.flatMap((row) => faultsOf(row, known).filter(({ field }) => !row.wrong.has(field)))
  return [...rows.flatMap((row) => faultsOf(row, known)), ...twice, ...ofParts]
}

async function apply(rows: readonly ImportRow<Input>[], ctx: ImportContext): Promise<Record<string, number> | RowProblem[]> {
  const { tx, account, now, audit, importId } = ctx
  const known = await knownOf(rows, [], ctx)
  const problems = problemsOf(rows, [], known)
  if (problems.length > 0) return problems
  const wanted = rows.map(({ value: { merchantCode, kind, ...facts } }) => {
    const merchant = merchantOf(known, merchantCode) as OwnMerchant
    return { merchant, unitId: merchant.unitId, kind, columns: columnsOf(facts, known.today), active: true }
  })
  const made = await makeCodes(tx, { by: account, at: now }, wanted)
  await audit.writeMany(
    tx,
    made.map((code, n) => ({
      ...byUser(account, { traceId: importId, ip: '' }),
      ...{ action: `IMPORT ${importCodes.path}`, subjectType: CODE, subjectId: code.id },
      after: pictureOf(code, wanted[n] as (typeof wanted)[number]),
    })),
  )
  await publish(tx, { topic: codesTopic })
  return { codes: made.length }
}
