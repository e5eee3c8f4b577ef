import type { FormInstance } from 'antd'
import { errors, type FieldError } from '#kernel/errors.ts'
import { Stale } from '#kernel/stale.ts'
import { ApiError, reasonsOf } from '../../api/api-error.ts'
import { currentLanguage } from '../../i18n.ts'

type Values = Record<string, unknown>

/** Fields that nobody filled in are not sent, those of rows neither: the contract calls them absent, not empty. */
export function withoutEmpty(values: Values, keep: readonly string[]): Values {
  const filled = Object.entries(values).filter(([name, value]) => value !== undefined && value !== null && (value !== '' || keep.includes(name)))
  return Object.fromEntries(filled.map(([name, value]) => [name, isRows(value) ? value.map((row) => withoutEmpty(row, [])) : value]))
}

const isRows = (value: unknown): value is Values[] => Array.isArray(value) && value.every((row) => Object.prototype.toString.call(row) === '[object Object]')

/** Puts refusals on their fields ('entries.1.key' is one of a row, 'attachments.0' stands at its list); gives back in words what no field shows, each once. */
export function showRefused(form: FormInstance, all: readonly FieldError[]): readonly string[] {
  const place = (field: string) => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
  // Asked for by name, the form answers for fields that it does not have too.
  const drawn = new Set(form.getFieldsError().map(({ name }) => JSON.stringify(name)))
  const isDrawn = (field: string) => drawn.has(JSON.stringify(place(field)))
  const named = all.map((one) => ({ ...one, field: [one.field, one.field.replace(/\.\d+$/, '')].find(isDrawn) ?? one.field }))
  // One error a field.
  const refused = named.filter(({ field }, at) => named.findIndex((one) => one.field === field) === at)
  const shown = refused.filter(({ field }) => isDrawn(field))
  form.setFields(shown.map(({ field, message }) => ({ name: place(field), errors: [message] })))
  const first = shown[0]
  if (first) form.scrollToField(place(first.field), { block: 'center', focus: true })
  const rest = refused.filter((one) => !shown.includes(one))
  return [...new Set(rest.map(({ message }) => message))]
}

export function staleOf(error: unknown): Stale | undefined {
  return error instanceof ApiError && error.code === errors.stale.code ? Stale.safeParse(error.data).data : undefined
}

export function refusalsOf(form: FormInstance<Values>, error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return reasonsOf(error)
  if (error.code === errors.stale.code) return [errors.stale[currentLanguage()]]
  // Whatever its status: a code that is taken is a conflict, and belongs to its field.
  return error.fields.length > 0 ? showRefused(form, error.fields) : [error.message]
}
