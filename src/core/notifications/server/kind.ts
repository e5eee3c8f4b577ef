import { fill, type Language, type Text, textIn } from '#kernel/language.ts'

/** What fills one place of a sentence: as it is, or in the reader's language. */
export type NotificationParam = string | Text

/** The names of the places of a sentence: '{maker} waits for {code}' has 'maker' and 'code'. */
type PlacesOf<S extends string> = S extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesOf<Rest> : never

/** Something that people are notified of. Carries in its type the places of its sentence. */
export interface NotificationKind<Place extends string = string> {
  /** Stands in the rows of notifications, so it never changes. */
  name: string
  text: Readonly<Text>
  /** Carries the type alone. */
  places?: Place
}

const kinds = new Map<string, NotificationKind>()
/** All kinds of this system, by their names. */
export const notificationKinds: ReadonlyMap<string, NotificationKind> = kinds

/** Declares a kind of notification, beside what notifies of it: one sentence in both languages, with the same places ({name}) for its params. */
export function defineNotification<const V extends string>(kind: { name: string; text: { vi: V; en: string } }): NotificationKind<PlacesOf<V>> {
  if (kinds.has(kind.name)) throw new Error(`two notifications are called ${kind.name}`)
  kinds.set(kind.name, kind)
  return kind
}

/** The sentence of a notification in the language of its reader. */
export function sentenceOf({ text }: NotificationKind, params: Readonly<Record<string, NotificationParam>>, language: Language): string {
  return fill(text[language], Object.fromEntries(Object.entries(params).map(([place, param]) => [place, textIn(param, language)])))
}
