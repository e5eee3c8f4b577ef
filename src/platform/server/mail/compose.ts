import type { Language } from '#kernel/language.ts'

/** What a mail says, piece by piece; every piece is plain text. */
export interface MailParts {
  language: Language
  /** Name of the product, above and below. */
  product: string
  heading: string
  /** Paragraphs before the button or the code. */
  lead: readonly string[]
  /** A link to press. */
  link?: { label: string; url: string }
  /** A code to type. */
  code?: string
  /** Small print after it. */
  notes?: readonly string[]
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Plain text and simple HTML of a mail: one column, no picture, nothing that is fetched. */
export function composeMail({ language, product, heading, lead, link, code, notes = [] }: MailParts): { text: string; html: string } {
  const text = [heading, ...lead, ...(link ? [`${link.label}: ${link.url}`] : []), ...(code ? [code] : []), ...notes, product].join('\n\n')
  const paragraph = (words: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(words)}</p>`
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(heading)}</title></head>`,
    '<body style="margin:0;background:#f5f5f5;color:#1f1f1f;font:15px/24px Arial,sans-serif">',
    '<div style="max-width:560px;margin:24px auto;padding:32px;background:#ffffff;border-top:4px solid #faad14">',
    paragraph(product, 'font-weight:bold;letter-spacing:1px'),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escaped(heading)}</h1>`,
    ...lead.map((words) => paragraph(words)),
    link
      ? `<p style="margin:0 0 16px"><a href="${escaped(link.url)}" style="display:inline-block;padding:10px 20px;background:#faad14;color:#1f1f1f;text-decoration:none;font-weight:bold">${escaped(link.label)}</a></p>${paragraph(link.url, 'font-size:13px;word-break:break-all')}`
      : '',
    code ? paragraph(code, 'font-size:28px;line-height:36px;letter-spacing:6px;font-weight:bold') : '',
    ...notes.map((words) => paragraph(words, 'font-size:13px;color:#595959')),
    '</div></body></html>',
  ].join('')
  return { text, html }
}
