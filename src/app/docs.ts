/** Writes the documents that are generated from the code: docs/errors.md, docs/sql, the fields of services in docs/gateway.md, the screens shown in docs/kit.md. `npm run docs`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ErrorDefinition, errors, SUCCESS } from '#kernel/errors.ts'
import { type ValidationRule, validationTexts } from '#kernel/validation-texts.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { GATEWAY_FILE, gatewayDocument } from './gateway-doc.ts'
import { paymentServices } from './plugs/services.ts'
import { systemRegistry } from './server.ts'
import { sqlDocuments } from './sql.ts'

export const ERRORS_FILE = join(import.meta.dirname, '../../docs/errors.md')

export const KIT_FILE = join(import.meta.dirname, '../../docs/kit.md')

export const SQL_FOLDER = join(import.meta.dirname, '../../docs/sql')

/** Every error of the catalogue: those of the kernel, then each module's, in the order of declaration. */
export function errorCatalogue(registry: Registry): { area: string; errors: ErrorDefinition[] }[] {
  const modules = registry.modules.filter((module) => module.errors).map((module) => ({ area: module.name, errors: Object.values(module.errors ?? {}) }))
  return [{ area: 'kernel', errors: Object.values(errors) }, ...modules]
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (...cells: (string | number)[]) => `| ${cells.map((one) => cell(String(one))).join(' | ')} |`

/** The text of docs/errors.md. */
export function errorsDocument(registry: Registry): string {
  const sections = errorCatalogue(registry).map(({ area, errors: list }) =>
    [
      `## ${area}`,
      '',
      row('code', 'status', 'Tiếng Việt', 'English'),
      row('---', '---', '---', '---'),
      ...list.toSorted((one, other) => (one.code < other.code ? -1 : 1)).map((error) => row(error.code, error.status, error.vi, error.en)),
    ].join('\n'),
  )
  const rules = Object.keys(validationTexts) as ValidationRule[]
  return [
    '# Error codes',
    '',
    'Generated from the code by `npm run docs`; do not edit.',
    '',
    `Every answer of the API carries \`code\`; \`${SUCCESS}\` is success. \`message\` is in the language of \`Accept-Language\`. \`{name}\` marks a place that is filled in; \`{n} {n|row|rows}\` becomes 1 row or 2 rows.`,
    '',
    sections.join('\n\n'),
    '',
    `## Fields`,
    '',
    `With \`${errors.validation.code}\` comes \`errors: [{field, code, message}]\`; one entry a field, twenty at most; \`field\` is the dotted path into the request. The codes:`,
    '',
    row('code', 'Tiếng Việt', 'English'),
    row('---', '---', '---'),
    ...rules.map((rule) => row(rule, validationTexts[rule].vi, validationTexts[rule].en)),
    '',
  ].join('\n')
}

const SOURCE = /(<!-- source: (\S+) -->\n).*?(<!-- \/source -->)/gs

/** docs/kit.md with the files that it shows as they are now, whole. */
export function kitDocument(document: string): string {
  return document.replace(SOURCE, (_all, begin: string, file: string, end: string) => {
    const code = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    return `${begin}\`\`\`${file.split('.').at(-1)}\n${code}\`\`\`\n${end}`
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const registry = systemRegistry()
  writeFileSync(ERRORS_FILE, errorsDocument(registry))
  const services = paymentServices.map(({ declaration }) => declaration)
  writeFileSync(GATEWAY_FILE, gatewayDocument(readFileSync(GATEWAY_FILE, 'utf8'), services))
  writeFileSync(KIT_FILE, kitDocument(readFileSync(KIT_FILE, 'utf8')))
  rmSync(SQL_FOLDER, { recursive: true, force: true })
  mkdirSync(SQL_FOLDER)
  for (const [module, text] of sqlDocuments(registry)) writeFileSync(join(SQL_FOLDER, `${module}.sql`), text)
}
