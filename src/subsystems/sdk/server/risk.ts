import { type Kysely, sql } from 'kysely'
import type { Hundredths } from '#kernel/money.ts'
import { parseMoney } from '#kernel/money.ts'
import type { SdkReport } from '../contract/service.ts'
import { RiskMark } from '../contract/words.ts'

const HOUR_MS = 3_600_000
/** What makers of emulators call the devices that they imitate. */
const EMULATED = /\b(emulator|simulator|genymotion|bluestacks|goldfish|ranchu|sdk_gphone\w*)\b/i

/** A payment that is looked at. */
export interface Looked {
  appCode: string
  facts: Pick<SdkReport, 'amount' | 'device' | 'occurredAt'>
}

/** From which amount a payment is marked, and after how many on one device within an hour. */
interface RiskRules {
  amountFrom: Hundredths
  usesAnHour: number
}

const deviceOf = ({ appCode, facts }: Looked) => `${appCode} ${facts.device.idHash}`
const timeOf = ({ facts }: Looked) => new Date(facts.occurredAt).getTime()

/** What the operator finds in each of some payments, in order: of the payment itself, and of the device by what has been paid on it before. */
export async function foundRisks(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  payments: readonly Looked[],
  { amountFrom, usesAnHour }: RiskRules,
): Promise<RiskMark[][]> {
  if (payments.length === 0) return []
  const before = await usesBefore(db, payments, usesAnHour)
  const beside = Map.groupBy(payments.keys(), (at) => deviceOf(payments[at] as Looked))
  return payments.map((payment, at) => {
    const { facts } = payment
    const others = (beside.get(deviceOf(payment)) ?? []).filter((other) => other !== at && precedes(payments, other, at))
    const { uses, known } = before[at] as Uses
    const recent = others.filter((other) => timeOf(payments[other] as Looked) > timeOf(payment) - HOUR_MS).length
    const marks: Record<RiskMark, boolean> = {
      EMULATOR: EMULATED.test(facts.device.model),
      VELOCITY: uses + recent >= usesAnHour,
      AMOUNT: parseMoney(facts.amount) >= amountFrom,
      NEW_DEVICE: !known && others.length === 0,
      // Only the app sees these.
      ...{ ROOTED: false, LOCATION: false, PROXY: false },
    }
    return RiskMark.options.filter((mark) => marks[mark])
  })
}

/** Whether one of some payments was made before another, by their times and then by their places. */
function precedes(payments: readonly Looked[], one: number, other: number): boolean {
  const [a, b] = [timeOf(payments[one] as Looked), timeOf(payments[other] as Looked)]
  return a < b || (a === b && one < other)
}

interface Uses {
  /** Within the hour before, counted up to what is asked. */
  uses: number
  /** Paid on at any time before. */
  known: boolean
}

async function usesBefore(db: Pick<Kysely<unknown>, 'getExecutor'>, payments: readonly Looked[], most: number): Promise<Uses[]> {
  const { rows } = await sql<Uses>`
    select
      (select count(*)::int from (
        select from sdk.device_use u
        where u.app_code = l.app and u.device_hash = l.device and u.occurred_at > l.at - interval '1 hour' and u.occurred_at <= l.at limit ${most}
      ) recent) as uses,
      exists (select from sdk.device_use u where u.app_code = l.app and u.device_hash = l.device and u.occurred_at <= l.at) as known
    from unnest(
      ${payments.map(({ appCode }) => appCode)}::text[], ${payments.map(({ facts }) => facts.device.idHash)}::text[],
      ${payments.map(({ facts }) => new Date(facts.occurredAt).toISOString())}::timestamptz[]
    ) with ordinality as l (app, device, at, place)
    order by l.place`.execute(db as Kysely<unknown>)
  return rows
}
