// The worker of the module with everything in it, which runs programs with their traces.

import { serve } from "./serve";
import { traces } from "./traces";

serve((memory) => ({ traces: traces(memory) }));
