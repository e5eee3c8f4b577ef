import { join } from 'node:path'
import { z } from 'zod'
import type { ServiceDeclaration } from '#core/payments/contract/service.ts'
import { fieldMeta } from '#kernel/primitives.ts'

export const GATEWAY_FILE = join(import.meta.dirname, '../../docs/gateway.md')

const FEES = { INSIDE: 'fee and tax out of the amount', ON_TOP: 'fee and tax beside the amount', NONE: 'no fee' }

function fieldRow([name, schema]: [string, unknown]): string {
  const field = schema as z.ZodType
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field
  const kind = inner instanceof z.ZodObject ? Object.keys(inner.shape).join(', ') : fieldMeta(inner).kind
  return `| \`${name}\` | ${kind} | ${field === inner ? 'needed' : ''} |`
}

/** docs/gateway.md with the fields of the services as they are declared. */
export function gatewayDocument(document: string, services: readonly ServiceDeclaration[]): string {
  const sections = services.flatMap(({ code, name, types }) =>
    Object.entries(types).map(([type, { direction, fee, line, begunHere }]) => {
      const title = `**${code} ${type}**: ${name.en}; money ${direction === 'IN' ? 'in' : 'out'}, ${FEES[fee]}.`
      if (begunHere) return `${title} Begun by this system under its own reference: a channel reports only its outcome.`
      return [title, '', '| field | kind | |', '| --- | --- | --- |', ...Object.entries(line).map(fieldRow)].join('\n')
    }),
  )
  return document.replace(/(<!-- services -->\n).*(<!-- \/services -->)/s, (_all, begin: string, end: string) => `${begin}${sections.join('\n\n')}\n${end}`)
}
