// in seconds, as settings and PostgreSQL's make_interval take them
export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
