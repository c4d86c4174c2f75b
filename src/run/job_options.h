// The options of a job, by their names on the command line.
#ifndef COSET_RUN_JOB_OPTIONS_H
#define COSET_RUN_JOB_OPTIONS_H

#include "base/options.h"
#include "run/job.h"

// Of a struct job. Where a struct begins with one, these are options of that, too.
extern const struct option_group job_model_options, job_family_options, job_goal_options, job_method_options,
    job_onthefly_options;

// The options that change verdicts, or the way to them, as names and values in `made`; all options of the groups are
// those of a struct that begins with the job.
void job_note_choices(struct job *, option_groups, struct mem *);
void job_drop_choices(struct job *, struct mem *);

#endif
