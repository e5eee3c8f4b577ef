import { changesBetween } from '#core/audit/server/changes.ts'
import { auditFieldName } from '#core/audit/server/field-names.ts'
import { shownValue } from '#core/audit/server/field-values.ts'
import { namesIn } from '#core/audit/server/names.ts'
import { LANGUAGES, type Language } from '#kernel/language.ts'
import type { AuditFact, AuditLog } from '#platform/server/audit/audit.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { REDACTED, redact } from '#platform/server/logging.ts'

const RAW_TIME = /\d{4}-\d\d-\d\d/

const known = new WeakMap<Registry, Map<string, ReturnType<typeof namesIn>>>()
function namesOf(registry: Registry, language: Language) {
  const cache = known.get(registry) ?? new Map<string, ReturnType<typeof namesIn>>()
  known.set(registry, cache)
  const names = cache.get(language) ?? namesIn(registry, language)
  cache.set(language, names)
  return names
}

/** What of an entry no reader of the audit log would understand: an action, a subject, a field without words, a time as machines write it. */
export function wordless(registry: Registry, { action, subjectType, before, after }: AuditFact): string[] {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(redact(value) ?? null))
  return LANGUAGES.flatMap((language) => {
    const names = namesOf(registry, language)
    const missing = [...(names.actions[action] ? [] : [`action ${action}`]), ...(names.subjects[subjectType] ? [] : [`subject ${subjectType}`])]
    const fields = changesBetween(plain(before), plain(after)).flatMap((change) => [
      ...(auditFieldName(registry.modules, subjectType, change.field, language) ? [] : [`field ${subjectType}.${change.field} (${action})`]),
      ...[change.before, change.after].flat().flatMap((value) => {
        const shown = value === null || value === REDACTED || typeof value === 'object' ? '' : shownValue(registry, subjectType, change.field, value, language)
        return RAW_TIME.test(shown) ? [`raw time ${subjectType}.${change.field}: ${shown}`] : []
      }),
    ])
    return [...missing, ...fields].map((what) => `${language}: ${what}`)
  })
}

/** An audit log that takes no entry without words: every API test is one of the words of what it writes. */
export function inWords(log: AuditLog, registry: Registry): AuditLog {
  const check = (facts: readonly AuditFact[]) => {
    const missing = facts.flatMap((fact) => wordless(registry, fact))
    if (missing.length > 0) throw new Error(`the audit log has no words:\n${[...new Set(missing)].join('\n')}`)
  }
  const writeMany: AuditLog['writeMany'] = (tx, facts) => {
    check(facts)
    return log.writeMany(tx, facts)
  }
  const entriesOf: AuditLog['entriesOf'] = (facts) => {
    check(facts)
    return log.entriesOf(facts)
  }
  return { write: (tx, fact) => writeMany(tx, [fact]), writeMany, entriesOf }
}
