/** Addresses of the screens of day close, which lead to each other; `day` carries an {id}. */
export interface DayPaths {
  days: string
  day: string
  dayProgress: string
}
