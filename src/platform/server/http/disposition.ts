/** RFC 6266: the name with its diacritics for browsers of today, a plain one for the rest. */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]
  return `attachment; filename="file${ending ? `.${ending}` : ''}"; filename*=UTF-8''${encoded}`
}
