// The worker of the module that pages load first.

import { serve } from "./serve";

serve();
