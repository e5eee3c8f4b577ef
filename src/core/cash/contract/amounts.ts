import { type Hundredths, moneyText, parseMoney } from '#kernel/money.ts'
import { MoneyFromZero, PositiveMoney } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

const DONG = 100n
/** A thousand billion đồng: more cash than any holding has, or anybody counts. */
const MOST: Hundredths = 1_000_000_000_000n * DONG

const whole = (text: string) => parseMoney(text) % DONG === 0n
const moneyWhole = { error: ruleError('moneyWhole') }
const possible = (text: string) => parseMoney(text) <= MOST
const moneyMost = { error: ruleError('moneyMost'), params: { maximum: moneyText(MOST) } }

/** An amount of cash: whole đồng above zero. */
export const CashAmount = PositiveMoney.refine(whole, moneyWhole).refine(possible, moneyMost)

/** As CashAmount, or nothing. */
export const CashFromZero = MoneyFromZero.refine(whole, moneyWhole).refine(possible, moneyMost)
