import { type ListContract, PUBLIC } from '#kernel/contract.ts'
import type { Language, Text } from '#kernel/language.ts'
import type { ReportContract } from '#kernel/report.ts'
import { endpointName, type Registry } from '#platform/server/http/registry.ts'

const EXPORT: Text = { vi: 'Xuất ra file', en: 'Export to a file' }

interface Names {
  actions: Record<string, string>
  subjects: Record<string, string>
}

/**
 * What the actions and subjects of the log are called in one language: a call, and what is taken of a list or a report, by the summary of its
 * contract, the rows of an import by that of the call that started it, everything else as its module says.
 */
export function namesIn({ entries, modules }: Registry, language: Language): Names {
  const names: Names = { actions: {}, subjects: {} }
  for (const { kind, contract } of entries.values()) {
    if (kind === 'list' || kind === 'report') names.subjects[(contract as ListContract | ReportContract).entity] = contract.summary[language]
    if (contract.permission === PUBLIC) continue
    const key = endpointName(contract)
    if (kind === 'export' || kind === 'report-export') names.actions[key] = EXPORT[language]
    else if (kind === 'command' || kind === 'upload' || 'bulk' in contract) names.actions[key] = contract.summary[language]
  }
  for (const { audit, imports = [] } of modules) {
    for (const { contract } of imports) names.actions[`IMPORT ${contract.path}`] = contract.start.summary[language]
    for (const [key, text] of Object.entries(audit?.events ?? {})) names.actions[key] = text[language]
    for (const [key, text] of Object.entries(audit?.subjects ?? {})) names.subjects[key] = text[language]
  }
  return names
}
