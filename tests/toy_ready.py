"""Imported once by a server that forks: whatever a training process would load first is there already."""

from __future__ import annotations

import jsonargparse
import openskill.models
import scipy.stats
import torch._dynamo
import torch.utils.tensorboard

from tabletop.batch_env import BatchEnv
from tests import toy_training
from tests.toy_game import TOY, best_actions

LOADED = (jsonargparse, openskill.models, scipy.stats, torch._dynamo, torch.utils.tensorboard, toy_training)

_batch = BatchEnv(TOY, TOY.settings(), 2, threads=1)
_batch.step(best_actions(_batch.observations, _batch.masks))
