import { fold, matchesText } from '#kernel/text.ts'

/** Something the command palette offers. */
export interface Command {
  key: string
  /** What people read and search. */
  title: string
  /** Where it belongs, read and searched too: the groups of a screen. */
  hint?: string
  /** Words that find it without being shown: the title in the other language, an abbreviation. */
  also?: string
  run: () => void
}

/** How well a command answers a search, the higher the better; 0 where a word of the search stands nowhere in it. */
export function rank({ title, hint = '', also = '' }: Pick<Command, 'title' | 'hint' | 'also'>, search: string): number {
  const wanted = fold(search).trim().replace(/\s+/g, ' ')
  const name = fold(title)
  if (name === wanted) return 6
  if (name.startsWith(wanted)) return 5
  if (wanted.length >= 2 && initials(name).startsWith(wanted)) return 4
  if (!matchesText(`${title} ${hint} ${also}`, search)) return 0
  if (` ${name}`.includes(` ${wanted}`)) return 3
  return matchesText(title, search) ? 2 : 1
}

/** 'danh sach giao dich' → 'dsgd': how people shorten what they open every day. */
function initials(folded: string): string {
  return folded
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
}

/** The commands that answer a search, the best first, otherwise in their order; all of them for an empty one. */
export function matching<C extends Command>(commands: readonly C[], search: string, limit = Number.POSITIVE_INFINITY): C[] {
  if (!search.trim()) return commands.slice(0, limit)
  return commands
    .map((command) => ({ command, rank: rank(command, search) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ command }) => command)
}
