import type { Contract } from '#kernel/contract.ts'

export interface BuiltRequest {
  url: string
  body: string | undefined
}

/**
 * Address and body of a call: {param} places are filled from the input and taken out of it,
 * the rest is the query string of a GET and the JSON body of everything else. Undefined fields are left out.
 */
export function buildRequest(contract: Pick<Contract, 'method' | 'path'>, input: Readonly<Record<string, unknown>>): BuiltRequest {
  const rest: Record<string, unknown> = { ...input }
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null || value === '') throw new RangeError(`${contract.path} needs ${name}`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (contract.method !== 'GET') return { url: `/api${path}`, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const text = query.toString()
  return { url: `/api${path}${text && `?${text}`}`, body: undefined }
}
