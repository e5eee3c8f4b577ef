import { z } from 'zod'
import { isDateOnly, isPlausibleTimestamp } from './dates.ts'
import { isMoney, parseMoney } from './money.ts'
import { ruleError, type ValidationRule } from './validation-texts.ts'

/** How a field is shown on screens and written to exports; set once here, read by both sides. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'name'
  | 'note'
  | 'account'
  | 'address'
  | 'unit'
  | 'code'
  | 'money'
  | 'price'
  | 'count'
  | 'date'
  | 'month'
  | 'timestamp'
  | 'phone'
  | 'email'
  | 'enum'
  | 'status'
  | 'flag'
  | 'secret'

/** What people read as words: ordered by the Vietnamese alphabet, and from A first. Codes, keys and figures have an order of their own. */
const WORDED: ReadonlySet<FieldKind> = new Set(['text', 'name', 'note', 'address', 'unit'])
export const isWorded = (kind: FieldKind): boolean => WORDED.has(kind)

export interface FieldMeta {
  kind: FieldKind
  /** For enum and status: 'module.enumName', the place of the labels (`enums.enumName` of that module). */
  labels?: string
  /** Of a day: today or later, by the day of the server. Pickers disable what is past, and the server refuses it (datePast). */
  fromToday?: true
}

const rule = (name: ValidationRule) => ({ error: ruleError(name) })

/**
 * Characters that show nothing and change what the others show: controls (tab and line ends excepted), marks that turn the direction of
 * writing, joiners (the one inside emoji excepted), tags. With them one text can be made to look like another.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]|\u200d(?!\p{Extended_Pictographic})|\p{Cs}/u
const PLAIN_CONTROLS = /[\t\n\r]/g

/** True for a text without invisible characters and halves of surrogate pairs. */
export function isPlainText(text: string): boolean {
  return !INVISIBLE.test(text.replace(PLAIN_CONTROLS, ' '))
}

/** A string that is trimmed and holds nothing invisible; what every text that is sent is, passwords excepted. */
export const trimmed = () => z.string().trim().refine(isPlainText, rule('invisible'))

const MAX_BIGINT = 2n ** 63n - 1n
const MAX_INTEGER = 2 ** 31 - 1

/** Row identity: a positive 64-bit integer as a decimal string. */
export const Id = z
  .string()
  .max(19, { ...rule('id'), abort: true })
  .refine((text) => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT, rule('id'))
  .meta({ kind: 'id' })
/** Number of changes a record has seen; sent back with each change. */
export const Version = z.number().int().min(0).max(MAX_INTEGER)
/** Words on one line: what stands between two of them, a tab or line end of a copied cell too, is one space. Names and addresses are printed and compared. */
const oneLine = () => trimmed().overwrite((text) => text.replace(/\s+/g, ' '))
/** A number of a telephone or account as people write and copy it: 0912 345 678, 00-1174.0001. What groups its digits is dropped. */
export const groupedNumber = () => trimmed().overwrite((text) => text.replace(/[\s.()\u2010-\u2013-]/g, ''))

/** Free text on one line, trimmed, 1 to `max` characters. */
export const RequiredText = (max = 255) => oneLine().min(1, rule('required')).max(max).meta({ kind: 'text' })
export const OptionalText = (max = 255) => oneLine().max(max).optional().meta({ kind: 'text' })
/** Sentences, on as many lines as they are written: descriptions, reasons. */
export const RequiredNote = (max = 500) => trimmed().min(1, rule('required')).max(max).meta({ kind: 'note' })
export const OptionalNote = (max = 500) => trimmed().max(max).optional().meta({ kind: 'note' })
/** What a person types into a search box; empty means no filter. */
export const SearchText = oneLine().max(200).optional().meta({ kind: 'text' })
/** A filter on a key: no spaces inside. */
export const KeyFilter = trimmed().max(64).regex(/^\S*$/, rule('noSpaces')).optional().meta({ kind: 'code' })
/** A filter on digits only. */
export const DigitsFilter = trimmed().max(64).regex(/^\d*$/, rule('numeric')).optional().meta({ kind: 'code' })

/** Texts of an answer, by what they are: their kind says how wide a column of them is. */
export const Text = z.string().meta({ kind: 'text' })
/** 2026-11 */
export const MonthText = z.string().meta({ kind: 'month' })
export const CodeText = z.string().meta({ kind: 'code' })
/** Of a person or a thing. */
export const NameText = z.string().meta({ kind: 'name' })
/** A sentence or more. */
export const NoteText = z.string().meta({ kind: 'note' })
/** With which a person signs in. */
export const AccountText = z.string().meta({ kind: 'account' })
export const AddressText = z.string().meta({ kind: 'address' })
/** Name of a unit of the organisation or of an area. */
export const UnitText = z.string().meta({ kind: 'unit' })

/** Letters, digits, underscore, hyphen. */
export const Code = trimmed()
  .min(1, rule('required'))
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, rule('code'))
  .meta({ kind: 'code' })
/** As Code, and a dot. */
export const CodeWithDot = trimmed()
  .min(1, rule('required'))
  .max(64)
  .regex(/^[A-Za-z0-9_.-]+$/, rule('codeDot'))
  .meta({ kind: 'code' })
/** Letters, digits, underscore only. */
export const CodeStrict = trimmed()
  .min(1, rule('required'))
  .max(64)
  .regex(/^[A-Za-z0-9_]+$/, rule('codeStrict'))
  .meta({ kind: 'code' })

export const Phone = groupedNumber()
  .regex(/^(0|\+)\d+$/, rule('phone'))
  .max(20)
  .meta({ kind: 'phone' })
/** A Vietnamese number of exactly ten characters. */
export const PhoneStrict = groupedNumber()
  .regex(/^(0|\+)\d+$/, rule('phone'))
  .length(10, rule('phoneLength'))
  .meta({ kind: 'phone' })
/** At a bank in Vietnam. */
export const BankAccountNumber = groupedNumber()
  .regex(/^[A-Za-z0-9]{6,19}$/, rule('accountNumber'))
  .meta({ kind: 'code' })
/** Digits, comma, dot, optional minus. */
export const NumericText = trimmed()
  .regex(/^-?[\d.,]+$/, rule('numeric'))
  .meta({ kind: 'text' })
export const NumericTextNonNegative = trimmed()
  .regex(/^-?[\d.,]+$/, rule('numeric'))
  .refine((text) => !text.startsWith('-'), rule('nonNegative'))
  .meta({ kind: 'text' })
export const Digits10 = trimmed().regex(/^\d+$/, rule('numeric')).max(10, rule('digits10')).meta({ kind: 'code' })
export const Email = trimmed()
  .max(200)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, rule('email'))
  .meta({ kind: 'email' })

/** A new password: at least 8 with upper, lower, digit and special; never trimmed. */
export const NewPassword = z
  .string()
  .min(1, rule('newPasswordRequired'))
  .min(8, rule('password'))
  .max(200)
  .regex(/^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)(?=.*[^\p{L}\d]).*$/su, rule('password'))
  .meta({ kind: 'secret' })
/** As an authenticator shows it: '123 456' and '123-456' are 123456. */
export const Otp = trimmed()
  .overwrite((otp) => otp.replace(/^(\d{3})[\s-](\d{3})$/, '$1$2'))
  .min(1, rule('otpRequired'))
  .regex(/^\d{6}$/, rule('otp'))
  .meta({ kind: 'secret' })

/** Longer than any amount is no amount. */
const moneyText = () => z.string().max(22, { ...rule('money'), abort: true })
/** Decimal string, at most two decimals; compare with kernel/money.ts, never as a number. */
export const Money = moneyText().refine(isMoney, rule('money')).meta({ kind: 'money' })
/** An amount above zero. */
export const PositiveMoney = moneyText()
  .refine(isMoney, { ...rule('money'), abort: true })
  .refine((text) => parseMoney(text) > 0n, rule('moneyPositive'))
  .meta({ kind: 'money' })
/** Zero or more. */
export const MoneyFromZero = moneyText()
  .refine(isMoney, { ...rule('money'), abort: true })
  .refine((text) => parseMoney(text) >= 0n, rule('moneyFromZero'))
  .meta({ kind: 'money' })
/** As Money, shown without decimals. */
export const Price = moneyText().refine(isMoney, rule('money')).meta({ kind: 'price' })
/** YYYY-MM-DD in Asia/Ho_Chi_Minh. */
export const DateOnly = z
  .string()
  .max(10, { ...rule('date'), abort: true })
  .refine(isDateOnly, rule('date'))
  .meta({ kind: 'date' })
/** First or last day of what is decided now: today or later. What happened elsewhere and is only recorded takes DateOnly. */
export const DateFromToday = DateOnly.meta({ kind: 'date', fromToday: true })
/** ISO 8601 with offset. */
export const Timestamp = z.iso
  .datetime({ offset: true, ...rule('timestamp'), abort: true })
  .max(40, rule('timestamp'))
  .refine(isPlausibleTimestamp, rule('timestamp'))
  .meta({ kind: 'timestamp' })
/** Of a row that people change: who changed it last and when, and the version that a change names. */
export const Stamped = { updatedAt: Timestamp, updatedBy: AccountText, version: Version }

export const Count = z.number().int().meta({ kind: 'count' })
export const Flag = z.boolean().meta({ kind: 'flag' })

/** A closed set of values; labels stand under `enums.<name>` of the module: enumOf('payments.channel', [...]). */
export function enumOf<const V extends readonly [string, ...string[]]>(labels: string, values: V) {
  return z.enum(values).meta({ kind: 'enum', labels })
}

/**
 * A key out of a set that plugs make up (payment services): which ones exist follows from the words that the composition root gives to
 * `enums.<name>` of the module. The server checks the key against what is registered.
 */
export function openKey(labels: string) {
  return trimmed()
    .regex(/^[A-Z][A-Z0-9_]{0,63}$/, rule('choice'))
    .meta({ kind: 'enum', labels })
}

/** An object with keys of the caller's own choice, `max` of them at most. */
export function recordOf<K extends z.ZodType<string, string>, V extends z.ZodType>(key: K, value: V, max: number) {
  return z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= max, rule('invalid'))
    .meta({ maxProperties: max })
}

/** The meta of a field, looking through optional, nullable and default. */
export function fieldMeta(schema: z.ZodType): FieldMeta {
  const known = metas.get(schema)
  if (known) return known
  const meta = readMeta(schema)
  metas.set(schema, meta)
  return meta
}

/** True for a day before `today` in a field that takes today or later. */
export function isPast(schema: z.ZodType, value: unknown, today: string): boolean {
  return fieldMeta(schema).fromToday === true && typeof value === 'string' && value < today
}

/** Asked for at every cell of every row. */
const metas = new WeakMap<z.ZodType, FieldMeta>()

function readMeta(schema: z.ZodType): FieldMeta {
  let current: z.ZodType = schema
  for (;;) {
    const meta = current.meta() as Partial<FieldMeta> | undefined
    if (meta?.kind) return meta as FieldMeta
    if (current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault) {
      current = current.unwrap() as z.ZodType
      continue
    }
    return { kind: 'text' }
  }
}
