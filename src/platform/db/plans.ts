/**
 * Every statement of the service finds its rows by an index. Old statistics, or a table that is small today, must not
 * make the planner read all of it, and keep that plan.
 */
export const byIndex = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', jit: 'off' }

/** One plan for all values of a statement's parameters. */
export const genericPlans = { plan_cache_mode: 'force_generic_plan' }
