import { createHash } from 'node:crypto'
import { addDays, localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { formatMoney, type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Database, Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { gatewayErrors, paymentErrors } from '../contract/errors.ts'
import type { GatewayLine } from '../contract/gateway.ts'
import type { ServiceType } from '../contract/service.ts'
import type { KeepContradictions } from './contradictions.ts'
import { businessDates } from './dating.ts'
import { chargeOf } from './fees/charge.ts'
import type { FeeQuestion, FeeResolver, ResolvedFee } from './fees/resolver.ts'
import type { IngestLine, PATHS } from './receipts.ts'
import type { Admission, PaymentService } from './service.ts'
import type { Settings } from './settings.ts'

/** How far a channel's clock may be ahead. */
const AHEAD_MS = 300_000

/** A report that may be stored, with everything that follows from it. */
export interface Admitted extends Admission {
  line: IngestLine
  service: PaymentService
  type: ServiceType
  /** sha256 of the reported facts, however they were written down. */
  hash: Buffer
  amount: Hundredths
  occurredAt: Date
  businessDate: string
  /** Its own day, where the business date is a later one. */
  lateOf: string | null
  status: keyof typeof PATHS
  fee: Hundredths
  tax: Hundredths
  /** What gave the fee. */
  feeOrigin: ResolvedFee
}

/** A report that may be stored, before its fee and its date are known. */
type Undated = Omit<Admitted, 'fee' | 'tax' | 'feeOrigin' | 'businessDate' | 'lateOf'>
type Uncharged = Omit<Admitted, 'fee' | 'tax' | 'feeOrigin'>

/** What takes reports in: the services of this system, and what their fees come from. */
export interface Intake {
  services: ReadonlyMap<string, PaymentService>
  fees: FeeResolver
  contradicted?: KeepContradictions | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same facts give the same hash: amount and time in one form, fields in one order, or as the service writes them down. It is stored
 * for ever, and repeats are known by it: neither form may change while a transaction stands that was hashed by it.
 */
export function factsHash(facts: GatewayLine, service?: PaymentService): Buffer {
  const plain = { ...facts, amount: formatMoney(parseMoney(facts.amount)), occurredAt: new Date(facts.occurredAt).toISOString() }
  const canonical = service?.canonical?.(plain)
  const text = canonical ? JSON.stringify(canonical) : sortedJson(plain)
  return createHash('sha256').update(text).digest()
}

const sortedJson = (facts: object) =>
  JSON.stringify(facts, (_name, value: unknown) => (isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value))

/** Refuses a time that lies ahead, or further back than channels may report. */
export function checkTime(at: Date, field: string, now: Date, settings: Settings, language: Language): AppError | undefined {
  if (at.getTime() > now.getTime() + AHEAD_MS) return refusedField(field, paymentErrors.inFuture, language)
  const days = settings.backdateDays
  if (localDate(at) < addDays(localDate(now), -days)) return refusedField(field, paymentErrors.tooOld, language, { days })
  return undefined
}

/** Whether a line tells what has happened, whatever came of it, and not only that something is to begin. */
export const isFact = ({ outcome }: Pick<GatewayLine, 'outcome'>): boolean => outcome !== undefined

/** What is the same for every service: the partner may report, the time is right. */
function checkLine({ caller, facts, language }: IngestLine, settings: Settings, now: Date): AppError | undefined {
  if (!settings.clearing.has(caller.partnerId)) return new AppError(gatewayErrors.partnerNotEnabled)
  if (caller.suspended && !isFact(facts)) return new AppError(gatewayErrors.partnerSuspended)
  return checkTime(new Date(facts.occurredAt), 'occurredAt', now, settings, language)
}

/**
 * Decides which reports may be stored: the refusal of each, or what is to be stored, in order. Each service judges its own lines, all of
 * them at once; what they cost is resolved for all services alike. `isClosed`: of which lines the day is known to be closed.
 */
export async function admitLines(
  { tx, db, secretKey }: { tx: Tx; db: Database; secretKey: Buffer },
  { services, fees }: Intake,
  lines: readonly IngestLine[],
  settings: Settings,
  now: Date,
  isClosed: (at: number) => boolean,
): Promise<(AppError | Admitted)[]> {
  const decided: (AppError | Undated | undefined)[] = lines.map((line) => checkLine(line, settings, now))
  const open = [...lines.keys()].filter((at) => decided[at] === undefined)
  for (const [code, places] of Map.groupBy(open, (at) => (lines[at] as IngestLine).facts.service)) {
    const service = services.get(code)
    if (!service) throw new Error(`the gateway let a line of ${code} pass`)
    const own = places.map((at) => lines[at] as IngestLine)
    const admissions = await service.admit(
      own.map(({ facts, caller, language }) => ({ facts, partnerId: caller.partnerId, language, fact: isFact(facts) })),
      { tx, db, now, secretKey },
    )
    for (const [n, at] of places.entries()) decided[at] = admittedOf(own[n] as IngestLine, service, admissions[n] as AppError | Admission)
  }
  const dated = await withDates(tx, decided as (AppError | Undated)[], isClosed, localDate(now))
  return charged(db, fees, dated, settings.vatBps)
}

/**
 * The reports with the days they count for. What posts nothing shows in reports all the same, so its day is looked up; of what posts the
 * ledger says so itself when the day is closed (`isClosed`), and nothing is asked beforehand.
 */
async function withDates(
  tx: Tx,
  decided: readonly (AppError | Undated)[],
  isClosed: (at: number) => boolean,
  today: string,
): Promise<(AppError | Uncharged)[]> {
  const open = [...decided.entries()].flatMap(([at, one]) => (one instanceof AppError ? [] : [{ at, one, day: localDate(one.occurredAt) }]))
  const dates = await businessDates(
    tx,
    open.map(({ at, one: { service, place, status }, day }) => ({ service, place, day, look: status !== 'SUCCEEDED' || isClosed(at) })),
    today,
  )
  const dated = new Map(open.map(({ at, one, day }, n) => [at, { ...one, businessDate: dates[n] as string, lateOf: dates[n] === day ? null : day }]))
  return decided.map((one, at) => (one instanceof AppError ? one : (dated.get(at) as Uncharged)))
}

/** The reports with their fees, all resolved together. */
async function charged(db: Database, fees: FeeResolver, decided: readonly (AppError | Uncharged)[], vatBps: number): Promise<(AppError | Admitted)[]> {
  const open = decided.filter((one): one is Uncharged => !(one instanceof AppError))
  const priced = open.filter(({ type }) => type.fee !== 'NONE')
  const origins = (await fees(db, priced.map(questionOf))).values()
  return decided.map((one) => {
    if (one instanceof AppError) return one
    const feeOrigin = one.type.fee === 'NONE' ? ({ source: 'NONE' } as const) : (origins.next().value as ResolvedFee)
    const charge = feeOrigin.source === 'NONE' ? { fee: 0n, tax: 0n } : chargeOf(one.amount, feeOrigin.tariff, { vatBps, onTop: one.type.fee === 'ON_TOP' })
    return { ...one, ...charge, feeOrigin }
  })
}

function questionOf({ line: { facts, caller }, occurredAt, amount, place, feePlanId = null }: Uncharged): FeeQuestion {
  const unitIds = [place.headUnitId, place.provinceUnitId, place.districtUnitId, place.officeUnitId].filter((id) => id !== null)
  return { service: facts.service, type: facts.type, day: localDate(occurredAt), amount, partnerId: caller.partnerId, unitIds, feePlanId }
}

function admittedOf(line: IngestLine, service: PaymentService, admission: AppError | Admission): AppError | Undated {
  if (admission instanceof AppError) return admission
  const { facts } = line
  const occurredAt = new Date(facts.occurredAt)
  return {
    ...admission,
    line,
    service,
    type: service.declaration.types[facts.type] as ServiceType,
    hash: factsHash(facts, service),
    amount: parseMoney(facts.amount),
    occurredAt,
    status: facts.outcome?.status ?? 'INITIATED',
  }
}
